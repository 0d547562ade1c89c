import type { DecisionTarget } from '#contract/moderation.ts';
import type { AccountModerationPort } from '#server/features/accounts/index.ts';
import type { Notifications } from '#server/features/notifications/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import { notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { TextModerationPort } from '#server/platform/text-moderation.ts';
import type { Decision } from './decision.ts';
import * as store from './decision-store.ts';
import { closeOpenObjection } from './objection-store.ts';
import { releaseTrapped } from './publication-store.ts';
import { outcomeOf } from './report-case.ts';
import type { ReportCases } from './report-case-service.ts';

export const decisionMailJob = 'moderation.mailDecision';

/** What the person concerned is told. */
export type DecisionNotification = (typeof decisionNotifications)[number];
export const decisionNotifications = [
  'moderation_decision',
  'moderation_end',
  'objection_upheld',
  'objection_overturned',
] as const;

type Ending = { by: number | null; reason: string; kind?: DecisionNotification };
type PageQuery = { page?: string | undefined; page_size?: string | undefined };
export type DecisionPage = { decisions: Decision[]; count: number; page: Page };
export type Decisions = ReturnType<typeof createDecisions>;
type Deps = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  notifications: Pick<Notifications, 'add'>;
  cases: Pick<ReportCases, 'closeOpen'>;
};

/** Decisions of moderators: each is told to the person whom it concerns, in the transaction that makes it. */
export function createDecisions({ db, clock, jobs, notifications, cases }: Deps) {
  /** Stores a decision, notifies its person, queues the mail and closes the case of reports about its target. */
  async function add(tx: Db, decision: store.NewDecision): Promise<number> {
    const id = await store.insertDecision(tx, decision);
    await notify(tx, 'moderation_decision', { ...decision, id });
    const outcome = outcomeOf(decision.action);
    const closing = { by: decision.moderatorId, outcome };
    if (await cases.closeOpen(tx, decision.target, closing)) await store.markReported(tx, id);
    return id;
  }

  /** Marks a decision as ended, closes its objection and notifies its person; `by` is null when nobody did it. */
  async function end(
    tx: Db,
    decision: Decision,
    { by, reason, kind = 'moderation_end' }: Ending,
  ): Promise<void> {
    const at = clock.now();
    await store.markEnded(tx, decision.id, { at, by, reason });
    await closeOpenObjection(tx, decision.id, { at, by });
    await notify(tx, kind, decision, reason);
  }

  async function notify(
    tx: Db,
    kind: DecisionNotification,
    { id, accountId, action, target }: Pick<Decision, 'id' | 'accountId' | 'action' | 'target'>,
    reason = '',
  ): Promise<void> {
    const details = { decision: id, action, name: target.name, reason };
    await notifications.add(tx, accountId, `${kind} ${id}`, { kind, details });
    await jobs.add(tx, decisionMailJob, { id, kind });
  }

  async function get(id: string | number, from: Db = db): Promise<Decision> {
    const decisionId = typeof id === 'number' ? id : parseId(id);
    const decision = decisionId === undefined ? undefined : await store.findDecision(from, decisionId);
    if (!decision) throw notFound('moderation.decisionUnknown');
    return decision;
  }

  async function listAbout(
    accountId: number,
    query: PageQuery & { target_kind?: DecisionTarget | undefined; target?: number | undefined },
  ): Promise<DecisionPage> {
    const filters = { accountId, kind: query.target_kind, target: query.target };
    const count = await store.countDecisions(db, filters);
    const page = pageOf(query, count);
    return { decisions: await store.listDecisions(db, filters, page), count, page };
  }

  /** What the slices of texts report: a hidden text is a decision, a restored one ends it. */
  const textModeration: TextModerationPort = {
    async onHidden(tx, { kind, id, name, authorId }, { moderatorId, rule, reason, at }) {
      await add(tx, {
        action: 'hide',
        target: { kind, id, name },
        accountId: authorId,
        moderatorId,
        rule,
        reason,
        until: null,
        createdAt: at,
      });
    },
    async onRestored(tx, { kind, id, name, authorId }, { moderatorId, at, wasWaiting }) {
      if (wasWaiting) {
        const key = `published ${kind} ${id} ${at.toISOString()}`;
        await notifications.add(tx, authorId, key, { kind: 'text_published', details: { name } });
        await releaseTrapped(tx, authorId);
        return;
      }
      const hiding = await store.lockHiding(tx, kind, id);
      if (hiding) await end(tx, await get(hiding.id, tx), { by: moderatorId, reason: '' });
    },
  };

  /** What the slice of accounts reports: an account that was disabled or enabled without a sanction. */
  const accountModeration: AccountModerationPort = {
    async onDisabled(tx, { id, username }, { moderatorId, rule, reason }) {
      await add(tx, {
        action: 'disable',
        target: { kind: 'account', id, name: username },
        accountId: id,
        moderatorId,
        rule,
        reason,
        until: null,
        createdAt: clock.now(),
      });
    },
    async onEnabled(tx, accountId, { moderatorId, reason }) {
      for (const id of await store.lockActiveDisablings(tx, accountId))
        await end(tx, await get(id, tx), { by: moderatorId, reason });
    },
  };

  return { add, end, notify, get, listAbout, textModeration, accountModeration };
}
