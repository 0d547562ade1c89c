import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import { auditRoutes } from './audit-routes.ts';
import { type AuditService, createAuditService } from './audit-service.ts';

export { type AuditEntry, type AuditValues, changesOf } from './audit.ts';
export { changeTexts } from './audit-presenter.ts';

/** What other slices need: every action of staff is recorded in its transaction, and screens show the entries of theirs. */
export type Audit = Pick<AuditService, 'record' | 'list'>;

type Deps = { db: Db; clock: Clock; publicUrl: string; auditDays: number };

export function createAudit(deps: Deps): Audit & { operations: Operation[]; jobs: JobHandler[] } {
  const audit = createAuditService(deps);
  return {
    record: audit.record,
    list: audit.list,
    operations: auditRoutes({ audit, publicUrl: deps.publicUrl }),
    jobs: [{ name: 'audit.sweep', cron: '17 3 * * *', run: audit.sweep }],
  };
}
