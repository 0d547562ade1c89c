import type { Accounts } from '#server/features/accounts/index.ts';
import type { Categories } from '#server/features/categories/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { Clock } from '#server/platform/clock.ts';

/** The lifetime of a cached count. */
const rememberedMs = 60_000;

export type FigureService = ReturnType<typeof createFigureService>;

type Deps = {
  clock: Clock;
  accounts: Pick<Accounts, 'countAuthors'>;
  categories: Pick<Categories, 'count'>;
  posts: Pick<Posts, 'findTotals'>;
};

export function createFigureService({ clock, accounts, categories, posts }: Deps) {
  const countAuthors = remembered(clock, accounts.countAuthors);
  const countCategories = remembered(clock, categories.count);

  async function find() {
    const [totals, authors, counted] = await Promise.all([
      posts.findTotals(),
      countAuthors(),
      countCategories(),
    ]);
    return { posts: totals.published, comments: totals.comments, authors, categories: counted };
  }

  return { find };
}

/** Caches a count for one minute. Concurrent callers share one query; a failed count is not cached. */
function remembered(clock: Clock, count: () => Promise<number>): () => Promise<number> {
  let last: { counted: Promise<number>; at: number } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (last && now - last.at < rememberedMs) return last.counted;
    const counted = count();
    last = { counted, at: now };
    counted.catch(() => {
      if (last?.counted === counted) last = undefined;
    });
    return counted;
  };
}
