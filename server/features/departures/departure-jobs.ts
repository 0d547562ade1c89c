import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import { dataCopyMailJob, dataCopyPayload } from './data-copy-mail.ts';
import { type DataCopies, dataCopyJob } from './data-copy-service.ts';
import type { DeletionService } from './deletion-service.ts';

type Deps = { deletions: DeletionService; copies: DataCopies; sendCopyMail: (id: string) => Promise<void> };

/** The background jobs of departures. */
export const departureJobs = ({ deletions, copies, sendCopyMail }: Deps): JobHandler[] => [
  {
    name: 'departures.delete-accounts',
    jobClass: 'heavy',
    cron: '17 * * * *',
    run: () => deletions.deleteDueAccounts(),
  },
  {
    // At the start too, because a restore comes before a start.
    name: 'departures.compare-with-list',
    jobClass: 'heavy',
    cron: '51 3 * * *',
    atStart: true,
    async run() {
      await deletions.compareWithList();
      await deletions.deleteDueAccounts();
      await deletions.deleteOldRecords();
    },
  },
  { name: dataCopyJob, jobClass: 'heavy', run: (payload) => copies.make(dataCopyPayload.parse(payload).id) },
  {
    name: dataCopyMailJob,
    jobClass: 'mail',
    run: (payload) => sendCopyMail(dataCopyPayload.parse(payload).id),
  },
  { name: 'departures.sweep-data-copies', cron: '27 * * * *', run: () => copies.sweep() },
];
