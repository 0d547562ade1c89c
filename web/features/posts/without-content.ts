import type { PostDetail, PostListItem } from '#contract/posts.ts';

/** What a post shows of itself in a list. */
export type ListedPost = Omit<PostListItem, 'content'>;
/** What it shows of itself on its own page. */
export type WholePost = Omit<PostDetail, 'content'>;

/** A page for reading carries its data along: the Markdown, which nothing on it shows, would be half of them. */
export function withoutContent<Post extends { content: string }>(post: Post): Omit<Post, 'content'> {
  const { content: _content, ...shown } = post;
  return shown;
}
