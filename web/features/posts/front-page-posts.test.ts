import { describe, expect, it } from 'vitest';
import type { PostListItem } from '#contract/posts.ts';
import { arrangeFrontPage } from './front-page-posts.ts';

const posts = (...ids: number[]) => ids.map((id) => ({ id }) as PostListItem);
const ids = (found: readonly { id: number }[] | null) => found?.map(({ id }) => id);

describe('arrangeFrontPage', () => {
  it('shows no post twice', () => {
    const places = arrangeFrontPage({
      recent: posts(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
      pinned: posts(2, 30),
      popular: posts(1, 2, 5, 40, 8, 41, 42, 43, 44),
    });
    expect([ids(places.pinned), places.lead?.id, ids(places.secondary)]).toEqual([[2, 30], 1, [3, 4]]);
    expect(ids(places.popular)).toEqual([40, 8, 41, 42, 43]);
    expect([ids(places.headlines), ids(places.latest)]).toEqual([
      [5, 6, 7],
      [9, 10],
    ]);
  });

  it('moves a single latest post to the headlines', () => {
    const places = arrangeFrontPage({ recent: posts(1, 2, 3, 4, 5, 6, 7), pinned: [], popular: [] });
    expect([ids(places.headlines), ids(places.latest)]).toEqual([[4, 5, 6, 7], []]);
  });

  it('distinguishes a failed list from an empty one', () => {
    const places = arrangeFrontPage({ recent: null, pinned: null, popular: null });
    expect([places.lead, places.popular, places.pinned]).toEqual([undefined, null, []]);
    expect(arrangeFrontPage({ recent: [], pinned: [], popular: [] }).popular).toEqual([]);
  });
});
