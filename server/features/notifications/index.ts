import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import { notificationJobs } from './notification-jobs.ts';
import { notificationRoutes } from './notification-routes.ts';
import { createNotificationService, type NotificationService } from './notification-service.ts';

export type Notifications = Pick<
  NotificationService,
  'add' | 'welcome' | 'notifyOfHistory' | 'notifyOfBilling' | 'notifyOfEdit'
> & {
  operations: Operation[];
  jobs: JobHandler[];
};

export function createNotifications({
  db,
  clock,
  publicUrl,
}: {
  db: Db;
  clock: Clock;
  publicUrl: string;
}): Notifications {
  const notifications = createNotificationService({ db, clock });
  return {
    ...notifications,
    operations: notificationRoutes({ notifications, publicUrl }),
    jobs: notificationJobs({ db, clock }),
  };
}
