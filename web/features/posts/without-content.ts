import type { PostDetail, PostListItem } from '#contract/posts.ts';

/** A post as lists show it. */
export type ListedPost = Omit<PostListItem, 'content'>;
/** A post as its own page shows it. */
export type FullPost = Omit<PostDetail, 'content'>;

/** Drops the Markdown source: pages embed their data, and the unused source would be half of it. */
export function withoutContent<Post extends { content: string }>(post: Post): Omit<Post, 'content'> {
  const { content: _content, ...rest } = post;
  return rest;
}
