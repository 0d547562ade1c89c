import { z } from 'zod';
import { authorInfo } from './auth.ts';
import { categoryFilter, count, envelope, pageQuery, searchQuery, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { postListItem, postOrderingAliases, postOrderingFields } from './posts.ts';

/** What the page of an author shows. `posts_count` has drafts in it only where the author asks. */
export const authorProfile = authorInfo.extend({
  bio: z.string(),
  posts_count: count(),
  comments_count: count(),
  created_at: timestamp(),
});
export type AuthorProfile = z.infer<typeof authorProfile>;

const usernameParams = z.object({
  username: z.string().meta({ description: 'A username in whatever case.' }),
});

export const getUser = defineEndpoint('getUser', {
  tag: 'users',
  summary: 'What everybody may know of an author, by username in whatever case',
  auth: 'optional',
  params: usernameParams,
  responses: { 200: authorProfile },
});

export const listUserPosts = defineEndpoint('listUserPosts', {
  tag: 'users',
  summary: 'Published posts of an author, newest first',
  auth: 'optional',
  params: usernameParams,
  query: z.object({
    ...pageQuery,
    ...searchQuery(postOrderingFields, postOrderingAliases),
    category: categoryFilter(),
  }),
  responses: { 200: envelope(postListItem) },
});
