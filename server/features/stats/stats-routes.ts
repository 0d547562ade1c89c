import * as contract from '#contract/site.ts';
import { type Operation, ok, operation } from '#server/platform/http/operation.ts';
import type { StatsService } from './stats-service.ts';

export function statsRoutes({ stats }: { stats: StatsService }): Operation[] {
  return [
    operation(contract.getSiteFigures, {
      handle: async () => {
        const { posts, comments, authors, categories } = await stats.find();
        return ok({
          posts_count: posts,
          authors_count: authors,
          comments_count: comments,
          categories_count: categories,
        });
      },
    }),
  ];
}
