import { z } from 'zod';
import { categoryInfo } from './categories.ts';
import { timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { postListItem } from './posts.ts';

const posts = z.array(postListItem);

export const frontPage = z.object({
  /** When the page was arranged; its date is that of the front page. */
  arranged_at: timestamp(),
  lead: postListItem.nullable(),
  secondary: posts,
  fresh: posts,
  pinned: posts,
  /** The days within which the popular posts were published; null means of all time. */
  popular: z.object({ days: z.int().min(1).nullable(), posts }),
  blocks: z.array(z.object({ category: categoryInfo, posts })),
  more: posts,
});
export type FrontPage = z.infer<typeof frontPage>;

export const getFrontPage = defineEndpoint('getFrontPage', {
  tag: 'posts',
  summary: 'The front page: published posts arranged in sections, each post once',
  description:
    '`lead` and the first posts of `secondary` are those that editors have placed. Where nobody chose, `lead` prefers an author who is not new, then a picture, a text of some length and the last three days. `fresh` are the newest posts, newest first; no other post of `secondary`, `blocks` and `more` is newer. `popular` are the posts with the most views among those of the last 7 days, or of 30 days or of all time if there are few. `pinned` are posts pinned by subscribers. Posts that moderators keep off the front page are not included.',
  auth: 'optional',
  responses: { 200: frontPage },
});
