import type { Accounts } from '#server/features/accounts/index.ts';
import type { Categories } from '#server/features/categories/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { Clock } from '#server/platform/clock.ts';

/** The lifetime of a cached count. */
const cacheTtlMs = 60_000;

export type StatsService = ReturnType<typeof createStatsService>;

type Deps = {
  clock: Clock;
  accounts: Pick<Accounts, 'countAuthors'>;
  categories: Pick<Categories, 'count'>;
  posts: Pick<Posts, 'findTotals'>;
};

export function createStatsService({ clock, accounts, categories, posts }: Deps) {
  const countAuthors = cacheCount(clock, accounts.countAuthors);
  const countCategories = cacheCount(clock, categories.count);

  async function find() {
    const [totals, authors, categoryCount] = await Promise.all([
      posts.findTotals(),
      countAuthors(),
      countCategories(),
    ]);
    return { posts: totals.published, comments: totals.comments, authors, categories: categoryCount };
  }

  return { find };
}

/** Caches a count for one minute. Concurrent callers share one query; a failed count is not cached. */
function cacheCount(clock: Clock, count: () => Promise<number>): () => Promise<number> {
  let last: { pendingCount: Promise<number>; at: number } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (last && now - last.at < cacheTtlMs) return last.pendingCount;
    const pendingCount = count();
    last = { pendingCount, at: now };
    pendingCount.catch(() => {
      if (last?.pendingCount === pendingCount) last = undefined;
    });
    return pendingCount;
  };
}
