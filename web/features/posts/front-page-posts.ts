import type { PostListItem } from '#contract/posts.ts';
import { withoutContent } from './without-content.ts';

const secondaryCount = 2;
const headlineCount = 3;
const latestCount = 4;
const popularCount = 5;

type Posts = readonly PostListItem[];
/** What could be had; null is a list that failed. */
export type FrontPageLists = { recent: Posts | null; pinned: Posts | null; popular: Posts | null };

/**
 * Who stands where on the front page; nobody twice. The pinned have their own place, the newest of the others lead, the
 * most read of what is left are the ranking, and what else is new follows by date.
 */
export function arrangeFrontPage({ recent, pinned, popular }: FrontPageLists) {
  const shown = new Set<number>();
  const take = (posts: Posts, count: number) => {
    const taken = posts
      .filter(({ id }) => !shown.has(id))
      .slice(0, count)
      .map(withoutContent);
    for (const { id } of taken) shown.add(id);
    return taken;
  };
  const held = take(pinned ?? [], Number.POSITIVE_INFINITY);
  const [lead, ...secondary] = take(recent ?? [], 1 + secondaryCount);
  const headlines = take(recent ?? [], headlineCount);
  const ranked = popular && take(popular, popularCount);
  const latest = take(recent ?? [], latestCount);
  const places = { pinned: held, lead, secondary, popular: ranked };
  // A single story makes no row.
  if (latest.length === 1) return { ...places, headlines: [...headlines, ...latest], latest: [] };
  return { ...places, headlines, latest };
}
export type FrontPagePlaces = ReturnType<typeof arrangeFrontPage>;
