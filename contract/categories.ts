import { z } from 'zod';
import { count, envelope, id, pageQuery, searchQuery, slugParams, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

export const category = z.object({
  id: id(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  posts_count: count(),
  created_at: timestamp(),
});
export type Category = z.infer<typeof category>;

export const categoryInfo = z.object({ id: id(), name: z.string(), slug: z.string() });

export const listCategories = defineEndpoint('listCategories', {
  tag: 'categories',
  summary: 'Categories by name',
  auth: 'optional',
  query: z.object({ ...pageQuery, ...searchQuery }),
  responses: { 200: envelope(category) },
  errors: [404],
});

export const getCategory = defineEndpoint('getCategory', {
  tag: 'categories',
  summary: 'One category by slug or id',
  auth: 'optional',
  params: slugParams,
  responses: { 200: category },
});
