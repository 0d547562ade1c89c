import type { DecisionTarget } from '#contract/moderation.ts';
import type { ReportOutcome } from '#contract/reports.ts';
import { reportsPerDay } from '#contract/reports.ts';
import type { RuleId } from '#contract/rules.ts';
import type { Notifications } from '#server/features/notifications/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { badRequest, notFound } from '#server/platform/errors.ts';
import { forEachRow } from '#server/platform/jobs/for-each-row.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log.ts';
import * as store from './report-store.ts';

export const reportOutcomeJob = 'moderation.tellReporters';
const dayMs = 24 * 3_600_000;
const sweepBatchSize = 100;

export type ReportCases = ReturnType<typeof createReportCases>;
export type NewReport = { kind: DecisionTarget; id: number; rule: RuleId; text: string };
type Closing = { by: number | null; outcome: ReportOutcome };
type Deps = { db: Db; clock: Clock; log: Log; jobs: Jobs; notifications: Pick<Notifications, 'add'> };

/** Reports of readers: those of one thing are one case, which a decision about the thing closes. */
export function createReportCases({ db, clock, log, jobs, notifications }: Deps) {
  /** Reports something that readers see; a second report of the account about an open case replaces the first. */
  async function report(reporter: User, { kind, id, rule, text }: NewReport): Promise<Date> {
    const createdAt = clock.now();
    await inTransaction(db, async (tx) => {
      await store.lockSender(tx, reporter.id);
      const thing = await store.findThing(tx, kind, id);
      if (!thing) throw notFound('reports.targetUnknown');
      if (thing.accountId === reporter.id) throw badRequest('reports.own');
      const since = new Date(createdAt.getTime() - dayMs);
      if ((await store.countReports(tx, reporter.id, since)) >= reportsPerDay)
        throw badRequest('reports.tooMany');
      await store.lockAccounts(tx, [reporter.id, thing.accountId]);
      const caseId = await store.lockOrCreateCase(tx, thing, createdAt);
      await store.saveReport(tx, { caseId, accountId: reporter.id, rule, text, createdAt });
    });
    return createdAt;
  }

  async function close(tx: Db, caseId: number, closing: Closing): Promise<void> {
    await store.markClosed(tx, caseId, { ...closing, at: clock.now() });
    await jobs.add(tx, reportOutcomeJob, { id: caseId });
  }

  /** Closes the open case about a thing; returns whether there was one. */
  async function closeOpen(
    tx: Db,
    { kind, id }: { kind: DecisionTarget; id: number },
    closing: Closing,
  ): Promise<boolean> {
    const found = await store.lockCase(tx, { kind, id });
    if (found) await close(tx, found.caseId, closing);
    return found !== undefined;
  }

  /** Closes a case about an account or a text of the account; 400 if it is closed already. */
  async function closeOne(
    tx: Db,
    { id, accountId }: { id: number; accountId: number },
    closing: Closing,
  ): Promise<void> {
    const found = await store.lockCase(tx, { caseId: id });
    if (found?.accountId !== accountId) throw notFound('reports.caseUnknown');
    // A decision about the account itself has closed its case in this transaction.
    if (found.isClosed && found.kind !== 'account') throw badRequest('reports.closed');
    if (!found.isClosed) await close(tx, id, closing);
  }

  /** Closes cases about texts that their authors have deleted or withdrawn. */
  async function closeGone(): Promise<void> {
    await forEachRow({
      read: (after) => store.listGone(db, { after, limit: sweepBatchSize }),
      batchSize: sweepBatchSize,
      keyOf: (caseId) => caseId,
      work: (caseId) =>
        inTransaction(db, async (tx) => {
          const found = await store.lockCase(tx, { caseId });
          if (found && !found.isClosed) await close(tx, caseId, { by: null, outcome: 'gone' });
        }),
      log,
      task: 'closing of report case',
    });
  }

  /** Notifies the reporters of the outcome, and the moderator of the case if somebody else has closed it. */
  async function notifyOfOutcome(caseId: number): Promise<void> {
    const found = await store.findAudience(db, caseId);
    if (!found?.outcome) return;
    const { name, assigneeId, closedBy } = found;
    const details = { name, outcome: found.outcome as ReportOutcome };
    for (const reporter of found.reporters)
      await notifications.add(db, reporter, `report ${caseId}`, { kind: 'report_outcome', details });
    if (assigneeId !== null && assigneeId !== closedBy)
      await notifications.add(db, assigneeId, `case ${caseId}`, { kind: 'report_case_closed', details });
  }

  return { report, close, closeOpen, closeOne, closeGone, notifyOfOutcome };
}
