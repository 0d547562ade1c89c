import { sql } from 'kysely';
import type { DecisionAction, DecisionTarget, ObjectionOutcome } from '#contract/moderation.ts';
import type { RuleId } from '#contract/rules.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Decision, Objection } from './decision.ts';
import { personColumn } from './person-column.ts';

export type NewDecision = Pick<Decision, 'action' | 'target' | 'accountId' | 'rule' | 'reason' | 'until'> & {
  moderatorId: number | null;
  createdAt: Date;
};

export async function insertDecision(db: Db, decision: NewDecision): Promise<number> {
  const { id } = await db
    .insertInto('moderation_decisions')
    .values({
      action: decision.action,
      target_kind: decision.target.kind,
      target_id: decision.target.id,
      target_name: decision.target.name,
      account_id: decision.accountId,
      moderator_id: decision.moderatorId,
      rule: decision.rule,
      reason: decision.reason,
      until: decision.until,
      created_at: decision.createdAt,
      had_reports: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Notes that reports led to the decision, in the transaction that makes it. */
export async function markReported(tx: Db, id: number): Promise<void> {
  await tx.updateTable('moderation_decisions').set({ had_reports: true }).where('id', '=', id).execute();
}

const selectDecisions = (db: Db) =>
  db
    .selectFrom('moderation_decisions as d')
    .leftJoin('moderation_objections as o', 'o.decision_id', 'd.id')
    .selectAll('d')
    .select(['o.text as objection', 'o.created_at as objected_at', 'o.decided_at as objection_decided_at'])
    .select(['o.outcome as objection_outcome', 'o.reason as objection_reason'])
    .select(
      sql<
        boolean | null
      >`(select role = 'administrator' or is_superuser from accounts where id = d.moderator_id)`.as(
        'is_by_administrator',
      ),
    )
    .select([personColumn('d.moderator_id').as('moderator'), personColumn('d.ended_by').as('ender')])
    .select(({ selectFrom, fn }) =>
      selectFrom('moderation_decision_texts as t')
        .whereRef('t.decision_id', '=', 'd.id')
        .select(fn.countAll<number>().as('count'))
        .as('texts_count'),
    );

type Row = Awaited<ReturnType<ReturnType<typeof selectDecisions>['execute']>>[number];

const toDecision = (row: Row): Decision => ({
  id: row.id,
  action: row.action as DecisionAction,
  target: { kind: row.target_kind as DecisionTarget, id: row.target_id, name: row.target_name },
  accountId: row.account_id,
  moderator: row.moderator,
  rule: row.rule as RuleId | null,
  reason: row.reason,
  until: row.until,
  createdAt: row.created_at,
  ended: row.ended_at && { at: row.ended_at, by: row.ender, reason: row.end_reason },
  isByAdministrator: row.is_by_administrator ?? false,
  objection: toObjection(row),
  textsCount: row.texts_count ?? 0,
});

function toObjection(row: Row): Objection | null {
  if (row.objection === null || row.objected_at === null) return null;
  const decided = row.objection_decided_at && {
    at: row.objection_decided_at,
    outcome: row.objection_outcome as ObjectionOutcome,
    reason: row.objection_reason ?? '',
  };
  return { text: row.objection, createdAt: row.objected_at, decided };
}

export async function findDecisions(db: Db, ids: number[]): Promise<Map<number, Decision>> {
  if (ids.length === 0) return new Map();
  const rows = await selectDecisions(db).where('d.id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, toDecision(row)]));
}

export async function findDecision(db: Db, id: number): Promise<Decision | undefined> {
  const row = await selectDecisions(db).where('d.id', '=', id).executeTakeFirst();
  return row && toDecision(row);
}

/** Whether the decision still has its effect; locks it until the transaction ends. */
export async function lockActive(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('moderation_decisions')
    .select('ended_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined && row.ended_at === null;
}

export async function markEnded(
  db: Db,
  id: number,
  { at, by, reason }: { at: Date; by: number | null; reason: string },
): Promise<void> {
  await db
    .updateTable('moderation_decisions')
    .set({ ended_at: at, ended_by: by, end_reason: reason })
    .where('id', '=', id)
    .execute();
}

type Filters = { accountId: number; kind?: DecisionTarget | undefined; target?: number | undefined };

/** Decisions about an account and its texts. One about all texts is about each of the texts that it has hidden. */
function matches({ accountId, kind, target }: Filters) {
  const isOfKind = kind ? sql`d.target_kind = ${kind}` : sql`true`;
  if (!target) return sql<boolean>`d.account_id = ${accountId} and ${isOfKind}`;
  const isAmongTexts = sql`exists (
    select from moderation_decision_texts where decision_id = d.id and kind = ${kind ?? ''} and text_id = ${target})`;
  return sql<boolean>`d.account_id = ${accountId} and (${isOfKind} and d.target_id = ${target} or ${isAmongTexts})`;
}

export async function countDecisions(db: Db, filters: Filters): Promise<number> {
  const row = await db
    .selectFrom('moderation_decisions as d')
    .where(matches(filters))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function listDecisions(
  db: Db,
  filters: Filters,
  { offset, size }: { offset: number; size: number },
): Promise<Decision[]> {
  const rows = await selectDecisions(db)
    .where(matches(filters))
    .orderBy('d.id', 'desc')
    .offset(offset)
    .limit(size)
    .execute();
  return rows.map(toDecision);
}

/** The ends of the sanctions of a kind that are active. */
export async function listEnds(
  db: Db,
  accountId: number,
  action: DecisionAction,
  now: Date,
): Promise<Array<Date | null>> {
  const rows = await db
    .selectFrom('moderation_decisions')
    .select('until')
    .where('account_id', '=', accountId)
    .where('action', '=', action)
    .where('ended_at', 'is', null)
    .where(({ or, eb }) => or([eb('until', 'is', null), eb('until', '>', now)]))
    .execute();
  return rows.map(({ until }) => until);
}

/** Decisions that disable an account and whose time is over, the oldest first. */
export async function listOverdueDisablings(
  db: Db,
  { now, after, limit }: { now: Date; after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('moderation_decisions')
    .select('id')
    .where('action', '=', 'disable')
    .where('ended_at', 'is', null)
    .where('until', '<=', now)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The decisions that disable an account and have not ended; locked. */
export async function lockActiveDisablings(db: Db, accountId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('moderation_decisions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('action', '=', 'disable')
    .where('ended_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** The last decision that hides a text and has not ended; locked. */
export async function lockHiding(
  db: Db,
  kind: DecisionTarget,
  targetId: number,
): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('moderation_decisions')
    .select('id')
    .where('target_kind', '=', kind)
    .where('target_id', '=', targetId)
    .where('action', '=', 'hide')
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

export type HiddenText = { kind: 'post' | 'comment'; id: number; hiddenAt: Date };

/** Whether the decision has hidden a text, also if somebody has restored it since. */
export async function hasHiddenText(
  db: Db,
  decisionId: number,
  { kind, id }: Omit<HiddenText, 'hiddenAt'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('moderation_decision_texts')
    .select('text_id')
    .where('decision_id', '=', decisionId)
    .where('kind', '=', kind)
    .where('text_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function addHiddenText(db: Db, decisionId: number, text: HiddenText): Promise<void> {
  await db
    .insertInto('moderation_decision_texts')
    .values({ decision_id: decisionId, kind: text.kind, text_id: text.id, hidden_at: text.hiddenAt })
    .execute();
}

/** Texts that the decision has hidden and nobody has restored or hidden again since. */
export async function listHiddenTexts(
  db: Db,
  decisionId: number,
  limit: number,
): Promise<Array<Pick<HiddenText, 'kind' | 'id'>>> {
  const rows = await db
    .selectFrom('moderation_decision_texts as t')
    .leftJoin('posts as p', (join) =>
      join.onRef('p.id', '=', 't.text_id').onRef('p.hidden_at', '=', 't.hidden_at'),
    )
    .leftJoin('comments as c', (join) =>
      join.onRef('c.id', '=', 't.text_id').onRef('c.deleted_at', '=', 't.hidden_at'),
    )
    .select(['t.kind', 't.text_id as id'])
    .where('t.decision_id', '=', decisionId)
    .where(({ or, and, eb }) =>
      or([
        and([eb('t.kind', '=', 'post'), eb('p.status', '=', 'hidden')]),
        and([eb('t.kind', '=', 'comment'), eb('c.is_hidden', '=', true)]),
      ]),
    )
    .limit(limit)
    .execute();
  return rows.map(({ kind, id }) => ({ kind: kind as 'post' | 'comment', id }));
}
