import type { Accounts } from '#server/features/accounts/index.ts';
import type { Categories } from '#server/features/categories/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import { figureRoutes } from './figure-routes.ts';
import { createFigureService } from './figure-service.ts';

type Figures = { operations: Operation[] };

type Deps = { clock: Clock; accounts: Accounts; categories: Categories; posts: Posts };

export function createFigures(deps: Deps): Figures {
  return { operations: figureRoutes({ figures: createFigureService(deps) }) };
}
