import type { Accounts } from '#server/features/accounts/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { QuotaClaims } from '#server/features/quotas/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { TextJudgePort } from '#server/platform/text-moderation.ts';
import { createCommentAccess } from './comment-access-service.ts';
import type { UpdateCounters } from './comment-counter-service.ts';
import { createCommentImport } from './comment-import-service.ts';
import { createCommentLists } from './comment-list-service.ts';
import { countByAuthor } from './comment-store.ts';
import { type CommentPorts, createCommentWriter } from './comment-write-service.ts';
import { createDiscussionService } from './discussion-service.ts';
import { createDiscussionSettings } from './discussion-settings-service.ts';
import { setCopiedDiscussion } from './discussion-settings-store.ts';

type Deps = {
  audit: Audit;
  db: Db;
  clock: Clock;
  accounts: Pick<Accounts, 'get' | 'requireStanding' | 'addToCounters'>;
  posts: Pick<Posts, 'get' | 'find' | 'lock' | 'countComments' | 'addComments'>;
  updateCounters: UpdateCounters;
  quotas: Pick<QuotaClaims, 'checkText'>;
  ports: CommentPorts & TextJudgePort;
  siteDays: number;
};

export type CommentService = ReturnType<typeof createCommentService>;

/** Reads and writes comments: one file for each group of use cases. */
export function createCommentService(deps: Deps) {
  const access = createCommentAccess(deps);
  const settings = createDiscussionSettings(deps);
  const discussions = createDiscussionService({ ...deps, access, settings });
  return {
    get: access.get,
    getForEdit: access.getForEdit,
    ...discussions,
    getPostForChange: settings.getPostForChange,
    changeSettings: settings.changeSettings,
    ...createCommentLists(deps),
    ...createCommentWriter({ ...deps, access, discussions, settings }),
    ...createCommentImport(deps),
    setCopiedDiscussion,
    countByAuthor,
  };
}
