import { describe, expect, it } from 'vitest';
import type { PostListItem } from '#contract/posts.ts';
import { arrangeFrontPage } from './front-page-layout.ts';

const posts = (...ids: number[]) => ids.map((id) => ({ id, author_info: {} }) as PostListItem);
const ids = (foundPosts: readonly { id: number }[] | null) => foundPosts?.map(({ id }) => id);

describe('arrangeFrontPage', () => {
  it('shows no post twice', () => {
    const layout = arrangeFrontPage({
      recent: posts(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
      pinned: posts(2, 30),
      popular: posts(1, 2, 5, 40, 8, 41, 42, 43, 44),
    });
    expect([ids(layout.pinned), layout.lead?.id, ids(layout.secondary)]).toEqual([[2, 30], 1, [3, 4]]);
    expect(ids(layout.popular)).toEqual([40, 8, 41, 42, 43]);
    expect([ids(layout.headlines), ids(layout.latest)]).toEqual([
      [5, 6, 7],
      [9, 10],
    ]);
  });

  it('moves a single latest post to the headlines', () => {
    const layout = arrangeFrontPage({ recent: posts(1, 2, 3, 4, 5, 6, 7), pinned: [], popular: [] });
    expect([ids(layout.headlines), ids(layout.latest)]).toEqual([[4, 5, 6, 7], []]);
  });

  it('distinguishes a failed list from an empty one', () => {
    const layout = arrangeFrontPage({ recent: null, pinned: null, popular: null });
    expect([layout.lead, layout.popular, layout.pinned]).toEqual([undefined, null, []]);
    expect(arrangeFrontPage({ recent: [], pinned: [], popular: [] }).popular).toEqual([]);
  });
});
