import { z } from 'zod';
import { count } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

/** What the site holds: published posts, who wrote them, living comments under them, categories. */
export const siteFigures = z.object({
  posts_count: count(),
  authors_count: count(),
  comments_count: count(),
  categories_count: count(),
});
export type SiteFigures = z.infer<typeof siteFigures>;

export const getSiteFigures = defineEndpoint('getSiteFigures', {
  tag: 'site',
  summary: 'The site in figures; authors and categories are at most a minute old',
  auth: 'optional',
  responses: { 200: siteFigures },
});
