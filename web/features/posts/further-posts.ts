import type { ListedPost } from './without-content.ts';

/** The posts that a page offers after its text: the first one large, the others in a row. */
export type FurtherPosts = { next: ListedPost | null; related: ListedPost[] };

export const withoutPost = <Post extends { id: number }>(posts: readonly Post[], id: number): Post[] =>
  posts.filter((post) => post.id !== id);

/** Takes each post once, in the order of the candidates. */
export function chooseFurtherPosts(candidates: readonly ListedPost[], relatedCount: number): FurtherPosts {
  const [next = null, ...others] = new Map(candidates.map((post) => [post.id, post])).values();
  return { next, related: others.slice(0, relatedCount) };
}
