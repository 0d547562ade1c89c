import type { Accounts } from '#server/features/accounts/index.ts';
import type { Categories } from '#server/features/categories/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import { statsRoutes } from './stats-routes.ts';
import { createStatsService } from './stats-service.ts';

type Stats = { operations: Operation[] };

type Deps = { clock: Clock; accounts: Accounts; categories: Categories; posts: Posts };

export function createStats(deps: Deps): Stats {
  return {
    operations: statsRoutes({ stats: createStatsService(deps) }),
  };
}
