import type { Accounts } from '#server/features/accounts/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { QuotaClaims } from '#server/features/quotas/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { TextJudgePort, TextModerationPort } from '#server/platform/text-moderation.ts';
import { createUpdateCounters } from './comment-counter-service.ts';
import { commentModerationRoutes } from './comment-moderation-routes.ts';
import { type CommentModeration, createCommentModeration } from './comment-moderation-service.ts';
import { commentRoutes } from './comment-routes.ts';
import { type CommentService, createCommentService } from './comment-service.ts';
import { listActiveIds } from './comment-store.ts';
import type { CommentPorts } from './comment-write-service.ts';

export type { CopiedComment, ImportedComment } from './comment-import-service.ts';
export type { CommentSearchFilters, FoundComments } from './comment-list-service.ts';
export { presentComment } from './comment-presenter.ts';
export type { CopiedDiscussion } from './discussion-settings-store.ts';

export type Comments = CommentService &
  Pick<CommentModeration, 'hideIn' | 'restoreIn' | 'lockWaiting'> & {
    /** The newest active comments of an author. */
    listActiveIds(authorId: number, limit: number): Promise<number[]>;
    operations: Operation[];
  };

type Deps = {
  audit: Audit;
  db: Db;
  clock: Clock;
  quotas: Pick<QuotaClaims, 'checkText'>;
  accounts: Accounts;
  posts: Posts;
  ports: TextModerationPort & CommentPorts & TextJudgePort;
  publicUrl: string;
  /** Days until discussions close, unless they have a setting of their own; 0 for never. */
  siteDays: number;
};

export function createComments({ publicUrl, ...deps }: Deps): Comments {
  const updateCounters = createUpdateCounters(deps);
  const comments = createCommentService({ ...deps, updateCounters });
  const moderation = createCommentModeration({ ...deps, updateCounters });
  return {
    ...comments,
    hideIn: moderation.hideIn,
    restoreIn: moderation.restoreIn,
    lockWaiting: moderation.lockWaiting,
    listActiveIds: (authorId, limit) => listActiveIds(deps.db, authorId, limit),
    operations: [
      ...commentRoutes({ comments, publicUrl }),
      ...commentModerationRoutes({ moderation, comments, publicUrl }),
    ],
  };
}
