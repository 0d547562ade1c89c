import type { AccountModerationPort, Accounts } from '#server/features/accounts/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
import type { Comments } from '#server/features/comments/index.ts';
import type { Notifications } from '#server/features/notifications/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { JobHandler, Jobs } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { Markdown } from '#server/platform/markdown/markdown.ts';
import type { SiteIdentity } from '#server/platform/site-identity.ts';
import type { TextJudgePort, TextModerationPort, TextProblemPort } from '#server/platform/text-moderation.ts';
import { accountRoutes } from './account-routes.ts';
import { createDecisions } from './decision-service.ts';
import { createFloodWatch } from './flood-service.ts';
import { createHiddenTexts } from './hidden-texts-service.ts';
import { moderationJobs } from './moderation-jobs.ts';
import { moderationLogRoutes } from './moderation-log-routes.ts';
import { createModerationLog } from './moderation-log-service.ts';
import { createNotes } from './note-service.ts';
import { objectionRoutes } from './objection-routes.ts';
import { createObjections } from './objection-service.ts';
import { publicationRoutes } from './publication-routes.ts';
import { createPublication } from './publication-service.ts';
import { createReportCases } from './report-case-service.ts';
import { createReportQueue } from './report-queue-service.ts';
import { reportRoutes } from './report-routes.ts';
import { createSanctions } from './sanction-service.ts';
import { createWaitingTexts } from './waiting-service.ts';

export type Moderation = TextModerationPort &
  TextJudgePort &
  TextProblemPort &
  AccountModerationPort & { operations: Operation[]; jobs: JobHandler[] };

type Deps = {
  audit: Audit;
  db: Db;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  mail: Pick<Mail, 'send'>;
  markdown: Pick<Markdown, 'read'>;
  accounts: Accounts;
  posts: Posts;
  comments: Comments;
  notifications: Pick<Notifications, 'add'>;
  identity: SiteIdentity;
  publicUrl: string;
};

export function createModeration(deps: Deps): Moderation {
  const cases = createReportCases(deps);
  const decisions = createDecisions({ ...deps, cases });
  const hiddenTexts = createHiddenTexts({ ...deps, cases });
  const sanctions = createSanctions({ ...deps, decisions, hiddenTexts, cases });
  const queue = createReportQueue({ ...deps, decisions, cases });
  const objections = createObjections({ ...deps, decisions, sanctions });
  const notes = createNotes(deps);
  const publication = createPublication(deps);
  const waiting = createWaitingTexts({ ...deps, decisions });
  const floods = createFloodWatch(deps);
  return {
    ...decisions.textModeration,
    ...decisions.accountModeration,
    judge: publication.judge,
    findTextProblem: publication.findTextProblem,
    operations: [
      ...accountRoutes({ ...deps, decisions, sanctions, notes }),
      ...reportRoutes({ ...deps, cases, queue }),
      ...objectionRoutes({ ...deps, objections }),
      ...publicationRoutes({ ...deps, publication, waiting }),
      ...moderationLogRoutes({ ...deps, log: createModerationLog(deps) }),
    ],
    jobs: moderationJobs({ ...deps, sanctions, hiddenTexts, cases, publication, floods }),
  };
}
