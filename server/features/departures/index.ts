import type { AccountPorts, Accounts } from '#server/features/accounts/index.ts';
import type { Comments } from '#server/features/comments/index.ts';
import type { Media } from '#server/features/media/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { Subscriptions } from '#server/features/subscriptions/index.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { sendDataCopyMail } from './data-copy-mail.ts';
import { dataCopyRoutes } from './data-copy-routes.ts';
import { createDataCopies, type DataCopyDeps } from './data-copy-service.ts';
import { deleteCopyOf, findCopy } from './data-copy-store.ts';
import { createDeletionService, type DeletionList } from './deletion-service.ts';
import { departureJobs } from './departure-jobs.ts';

export type Departures = {
  operations: Operation[];
  jobs: JobHandler[];
  onSessionsEnded: AccountPorts['onSessionsEnded'];
};

type Deps = DataCopyDeps & {
  log: Log;
  mail: Pick<Mail, 'send'>;
  list: DeletionList;
  accounts: Accounts;
  posts: Posts;
  comments: Comments;
  media: Media;
  subscriptions: Subscriptions;
};

export function createDepartures(deps: Deps): Departures {
  const copies = createDataCopies(deps);
  const mailDeps = { ...deps, find: (id: string) => findCopy(deps.db, id) };
  return {
    operations: dataCopyRoutes(copies),
    onSessionsEnded: deleteCopyOf,
    jobs: departureJobs({
      deletions: createDeletionService(deps),
      copies,
      sendCopyMail: (id) => sendDataCopyMail(mailDeps, id),
    }),
  };
}
