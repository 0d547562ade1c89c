import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import { noticeJobs } from './notice-jobs.ts';
import { noticeRoutes } from './notice-routes.ts';
import { createNoticeService, type NoticeService } from './notice-service.ts';

export type Notices = Pick<NoticeService, 'add' | 'welcome' | 'tellOfHistory' | 'tellOfMoney'> & {
  operations: Operation[];
  jobs: JobHandler[];
};

export function createNotices({
  db,
  clock,
  publicUrl,
}: {
  db: Db;
  clock: Clock;
  publicUrl: string;
}): Notices {
  const notices = createNoticeService({ db, clock });
  return {
    ...notices,
    operations: noticeRoutes({ notices, publicUrl }),
    jobs: noticeJobs({ db, clock }),
  };
}
