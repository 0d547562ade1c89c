import type { Accounts } from '#server/features/accounts/index.ts';
import type { Categories } from '#server/features/categories/index.ts';
import type { Comments } from '#server/features/comments/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import { searchRoutes } from './search-routes.ts';
import { createSearchService } from './search-service.ts';

type Deps = {
  limits: RateLimits;
  accounts: Accounts;
  categories: Categories;
  posts: Posts;
  comments: Comments;
  publicUrl: string;
};

export function createSearch({ publicUrl, ...deps }: Deps): { operations: Operation[] } {
  return { operations: searchRoutes({ service: createSearchService(deps), publicUrl }) };
}
