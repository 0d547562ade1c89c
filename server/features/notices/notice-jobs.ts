import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import { deleteNotices } from './notice-store.ts';

const noticeLifeMs = 365 * 24 * 3_600_000;

export function noticeJobs({ db, clock }: { db: Db; clock: Clock }): JobHandler[] {
  return [
    {
      name: 'notices.sweep',
      cron: '41 2 * * *',
      run: () => deleteNotices(db, new Date(clock.now().getTime() - noticeLifeMs)),
    },
  ];
}
