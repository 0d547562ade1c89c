import type { PostListItem } from '#contract/posts.ts';
import { toListedPost } from './without-content.ts';

const secondaryCount = 2;
const headlineCount = 3;
const latestCount = 4;
const popularCount = 5;

type Posts = readonly PostListItem[];
/** Null is a list that failed to load. */
export type FrontPageLists = { recent: Posts | null; pinned: Posts | null; popular: Posts | null };

/**
 * Assigns posts to the sections of the front page, each post once: pinned posts, then the newest posts as lead,
 * secondary and headlines, then the most read of the remaining ones, then the latest by date.
 */
export function arrangeFrontPage({ recent, pinned, popular }: FrontPageLists) {
  const usedIds = new Set<number>();
  const take = (posts: Posts, count: number) => {
    const taken = posts
      .filter(({ id }) => !usedIds.has(id))
      .slice(0, count)
      .map(toListedPost);
    for (const { id } of taken) usedIds.add(id);
    return taken;
  };
  const pinnedPosts = take(pinned ?? [], Number.POSITIVE_INFINITY);
  const [lead, ...secondary] = take(recent ?? [], 1 + secondaryCount);
  const headlines = take(recent ?? [], headlineCount);
  const popularPosts = popular && take(popular, popularCount);
  const latest = take(recent ?? [], latestCount);
  const layout = { pinned: pinnedPosts, lead, secondary, popular: popularPosts };
  // A single post would look lost in a row of four.
  if (latest.length === 1) return { ...layout, headlines: [...headlines, ...latest], latest: [] };
  return { ...layout, headlines, latest };
}
export type FrontPageLayout = ReturnType<typeof arrangeFrontPage>;
