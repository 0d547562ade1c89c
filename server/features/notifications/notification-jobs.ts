import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import { deleteNotifications } from './notification-store.ts';

const notificationRetentionMs = 365 * 24 * 3_600_000;

export function notificationJobs({ db, clock }: { db: Db; clock: Clock }): JobHandler[] {
  return [
    {
      name: 'notifications.sweep',
      cron: '41 2 * * *',
      run: () => deleteNotifications(db, new Date(clock.now().getTime() - notificationRetentionMs)),
    },
  ];
}
