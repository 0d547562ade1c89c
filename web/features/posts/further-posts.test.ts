import { expect, it } from 'vitest';
import { chooseFurtherPosts, withoutPost } from './further-posts.ts';
import type { ListedPost } from './without-content.ts';

const posts = (...ids: number[]) => ids.map((id) => ({ id }) as ListedPost);

it('offers each post once, and never the one that is read', () => {
  expect(chooseFurtherPosts(withoutPost(posts(1, 2, 3, 2, 4, 5, 6), 3), 3)).toEqual({
    next: { id: 1 },
    related: posts(2, 4, 5),
  });
});

it('offers nothing on a site with one post', () => {
  expect(chooseFurtherPosts(withoutPost(posts(3), 3), 3)).toEqual({ next: null, related: [] });
});
