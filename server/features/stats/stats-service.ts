import type { Accounts } from '#server/features/accounts/index.ts';
import type { Categories } from '#server/features/categories/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import { cacheBriefly } from '#server/platform/cache-briefly.ts';
import type { Clock } from '#server/platform/clock.ts';

export type StatsService = ReturnType<typeof createStatsService>;

type Deps = {
  clock: Clock;
  accounts: Pick<Accounts, 'countAuthors'>;
  categories: Pick<Categories, 'count'>;
  posts: Pick<Posts, 'findTotals'>;
};

export function createStatsService({ clock, accounts, categories, posts }: Deps) {
  const countAuthors = cacheBriefly(clock, accounts.countAuthors);
  const countCategories = cacheBriefly(clock, categories.count);

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
