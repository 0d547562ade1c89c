import { z } from 'zod';
import { authorInfo } from './auth.ts';
import { categoryFilter, count, envelope, pageQuery, searchQuery, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { postListItem, postOrderingAliases, postOrderingFields } from './posts.ts';

/** The public profile of an author. `posts_count` includes drafts only if the caller is the author. */
export const authorProfile = authorInfo.extend({
  bio: z.string(),
  posts_count: count(),
  comments_count: count(),
  created_at: timestamp(),
});
export type AuthorProfile = z.infer<typeof authorProfile>;

const usernameParams = z.object({
  username: z.string().meta({ description: 'A username; case is ignored.' }),
});

export const getUser = defineEndpoint('getUser', {
  tag: 'users',
  summary: 'The public profile of an author by username; case is ignored',
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
