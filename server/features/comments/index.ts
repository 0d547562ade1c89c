import type { Accounts } from '#server/features/accounts/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { QuotaClaims } from '#server/features/quotas/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import { createUpdateCounters } from './comment-counter-service.ts';
import { commentModerationRoutes } from './comment-moderation-routes.ts';
import { createCommentModeration } from './comment-moderation-service.ts';
import { commentRoutes } from './comment-routes.ts';
import { type CommentService, createCommentService } from './comment-service.ts';

export type { CommentSearchFilters, FoundComments } from './comment-list-service.ts';
export { presentComment } from './comment-presenter.ts';

export type Comments = CommentService & { operations: Operation[] };

type Deps = {
  audit: Audit;
  db: Db;
  clock: Clock;
  quotas: Pick<QuotaClaims, 'checkText'>;
  accounts: Accounts;
  posts: Posts;
  publicUrl: string;
};

export function createComments({ publicUrl, ...deps }: Deps): Comments {
  const updateCounters = createUpdateCounters(deps);
  const comments = createCommentService({ ...deps, updateCounters });
  const moderation = createCommentModeration({ ...deps, updateCounters });
  return {
    ...comments,
    operations: [
      ...commentRoutes({ comments, publicUrl }),
      ...commentModerationRoutes({ moderation, comments, publicUrl }),
    ],
  };
}
