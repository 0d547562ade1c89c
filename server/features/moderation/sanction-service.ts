import type { SanctionKind } from '#contract/moderation.ts';
import { restoreDays } from '#contract/moderation.ts';
import type { RuleId } from '#contract/rules.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { badRequest } from '#server/platform/errors.ts';
import { forEachRow } from '#server/platform/jobs/for-each-row.ts';
import type { Log } from '#server/platform/log.ts';
import { type Decision, isRestriction, latestEnd } from './decision.ts';
import type { Decisions } from './decision-service.ts';
import * as store from './decision-store.ts';
import type { HiddenTexts } from './hidden-texts-service.ts';
import type { ReportCases } from './report-case-service.ts';

export type Sanctions = ReturnType<typeof createSanctions>;
type Target = { id: number; username: string };
type Sanction = {
  kind: SanctionKind;
  rule: RuleId;
  reason: string;
  days?: number | null | undefined;
  report_case?: number | null | undefined;
};
type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  audit: Audit;
  accounts: Pick<Accounts, 'sanctions' | 'get'>;
  decisions: Decisions;
  hiddenTexts: HiddenTexts;
  cases: Pick<ReportCases, 'closeOne'>;
};
const closing = ({ id }: User) => ({ by: id, outcome: 'sanctioned' as const });

const dayMs = 24 * 3_600_000;
const sweepBatchSize = 100;

/** Sanctions of accounts: each is a decision with its effect, made and ended in one transaction. */
export function createSanctions({ db, clock, log, audit, accounts, decisions, hiddenTexts, cases }: Deps) {
  /** Sanctions an account; 403 for one that the moderator may not sanction. */
  async function sanction(
    moderator: User,
    target: Target,
    { kind, rule, reason, days, report_case: caseId }: Sanction,
  ): Promise<Decision> {
    return inTransaction(db, async (tx) => {
      await accounts.sanctions.lock(tx, moderator, target.id);
      const createdAt = clock.now();
      const until = days ? new Date(createdAt.getTime() + days * dayMs) : null;
      const id = await decisions.add(tx, {
        action: kind,
        target: { kind: 'account', id: target.id, name: target.username },
        accountId: target.id,
        moderatorId: moderator.id,
        rule,
        reason,
        until: kind === 'warning' ? null : until,
        createdAt,
      });
      await audit.record(tx, {
        action: 'account.sanction',
        target: { kind: 'account', id: target.id, name: target.username },
        after: { decision: id, kind, rule, reason, until: until?.toISOString() ?? null },
      });
      if (caseId) {
        await cases.closeOne(tx, { id: caseId, accountId: target.id }, closing(moderator));
        await store.markReported(tx, id);
      }
      if (kind === 'disable') await accounts.sanctions.disable(tx, moderator, target.id, reason);
      if (isRestriction(kind)) await updateRestriction(tx, target.id, kind);
      return decisions.get(id, tx);
    });
  }

  /** Hides all texts of an account and stores which; the first ones before it returns, the others in a job. */
  async function hideTexts(
    moderator: User,
    target: Target,
    { rule, reason }: { rule: RuleId; reason: string },
  ): Promise<Decision> {
    const id = await inTransaction(db, async (tx) => {
      await accounts.sanctions.lock(tx, moderator, target.id);
      const decision = await decisions.add(tx, {
        action: 'hide-texts',
        target: { kind: 'account', id: target.id, name: target.username },
        accountId: target.id,
        moderatorId: moderator.id,
        rule,
        reason,
        until: null,
        createdAt: clock.now(),
      });
      await audit.record(tx, {
        action: 'account.hide-texts',
        target: { kind: 'account', id: target.id, name: target.username },
        after: { decision, rule, reason },
      });
      await hiddenTexts.queueHiding(tx, decision, moderator.id);
      return decision;
    });
    await hiddenTexts.hide(moderator, await decisions.get(id));
    return decisions.get(id);
  }

  /** Takes a decision about an account back; does nothing if that has happened already. */
  async function end(moderator: User, decision: Decision, reason: string): Promise<Decision> {
    const { id, action, accountId } = decision;
    const age = clock.now().getTime() - decision.createdAt.getTime();
    if (action === 'hide-texts' && !decision.ended && age > restoreDays * dayMs)
      throw badRequest('moderation.tooLateToRestore');
    await inTransaction(db, async (tx) => {
      await accounts.sanctions.lock(tx, moderator, accountId);
      if (await store.lockActive(tx, id)) await endIn(tx, moderator, decision, { by: moderator.id, reason });
    });
    await finishEnd(moderator, decision);
    return decisions.get(id);
  }

  /** Takes an active decision back, in a transaction that has locked its account and the decision. */
  async function endIn(
    tx: Db,
    moderator: User,
    decision: Decision,
    ending: Parameters<Decisions['end']>[2],
  ): Promise<void> {
    const { id, action, accountId, target } = decision;
    const { reason } = ending;
    await decisions.end(tx, decision, ending);
    await audit.record(tx, {
      action: action === 'hide-texts' ? 'account.restore-texts' : 'account.sanction-end',
      target: { kind: 'account', id: accountId, name: target.name },
      after: { decision: id, kind: action, reason },
    });
    if (isRestriction(action)) await updateRestriction(tx, accountId, action);
    if (action === 'hide-texts') await hiddenTexts.queueRestoring(tx, id, moderator.id);
    const isStillDisabled = (await store.listEnds(tx, accountId, 'disable', clock.now())).length > 0;
    if (action === 'disable' && !isStillDisabled)
      await accounts.sanctions.enable(tx, moderator, accountId, reason);
  }

  /** Brings texts back at once; the job that `endIn` has queued continues a long list. */
  async function finishEnd(moderator: User, { id, action }: Decision): Promise<void> {
    if (action === 'hide-texts') await hiddenTexts.restore(moderator, id);
  }

  /** The restriction of a kind is the latest end of its active sanctions. */
  async function updateRestriction(
    tx: Db,
    accountId: number,
    kind: Parameters<typeof accounts.sanctions.setRestriction>[2],
  ): Promise<void> {
    const ends = await store.listEnds(tx, accountId, kind, clock.now());
    await accounts.sanctions.setRestriction(tx, accountId, kind, latestEnd(ends));
  }

  /** Enables accounts whose last disabling sanction is over. Restrictions end by their time alone. */
  async function endOverdue(): Promise<void> {
    const now = clock.now();
    await forEachRow({
      read: (after) => store.listOverdueDisablings(db, { now, after, limit: sweepBatchSize }),
      batchSize: sweepBatchSize,
      keyOf: (id) => id,
      work: (id) =>
        inTransaction(db, async (tx) => {
          if (!(await store.lockActive(tx, id))) return;
          const decision = await decisions.get(id, tx);
          await decisions.end(tx, decision, { by: null, reason: '' });
          const ends = await store.listEnds(tx, decision.accountId, 'disable', now);
          if (ends.length === 0) await accounts.sanctions.enableByItself(tx, decision.accountId);
        }),
      log,
      task: 'end of decision',
    });
  }

  return { sanction, hideTexts, end, endIn, finishEnd, endOverdue };
}
