import type { Accounts } from '#server/features/accounts/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import { commentRoutes } from './comment-routes.ts';
import { type CommentService, createCommentService } from './comment-service.ts';

export type Comments = CommentService & { operations: Operation[] };

type Deps = { db: Db; clock: Clock; accounts: Accounts; posts: Posts; publicUrl: string };

export function createComments({ publicUrl, ...deps }: Deps): Comments {
  const comments = createCommentService(deps);
  return { ...comments, operations: commentRoutes({ comments, publicUrl }) };
}
