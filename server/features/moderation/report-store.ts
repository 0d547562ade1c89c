import { sql } from 'kysely';
import type { DecisionTarget } from '#contract/moderation.ts';
import type { ReportOutcome } from '#contract/reports.ts';
import type { RuleId } from '#contract/rules.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { ReportedThing } from './report-case.ts';

/** The first key of these advisory locks, to separate them from other advisory locks of the site. */
const advisoryLockKey = 7_304_258;

/** Serializes the reports and objections of an account, so that concurrent ones cannot exceed the limit together. */
export async function lockSender(tx: Db, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLockKey}::int, hashtext(${String(accountId)}))`.execute(
    tx,
  );
}

/** Keeps accounts as they are; before the lock of a case, as in a sanction. */
export async function lockAccounts(tx: Db, ids: number[]): Promise<void> {
  const query = tx.selectFrom('accounts').select('id').where('id', 'in', ids).orderBy('id');
  await query.forKeyShare().execute();
}

/** A post, a comment or an account that readers can see now. */
export async function findThing(
  db: Db,
  kind: DecisionTarget,
  id: number,
): Promise<ReportedThing | undefined> {
  const row = await thingQuery(db, kind, id);
  return row && { kind, id, ...row };
}

function thingQuery(db: Db, kind: DecisionTarget, id: number) {
  if (kind === 'post')
    return db
      .selectFrom('posts')
      .select(['title as name', 'author_id as accountId'])
      .where('id', '=', id)
      .where('status', '=', 'published')
      .executeTakeFirst();
  if (kind === 'account')
    return db
      .selectFrom('accounts')
      .select(['username as name', 'id as accountId'])
      .where('id', '=', id)
      .where('is_active', '=', true)
      .executeTakeFirst();
  return db
    .selectFrom('comments as c')
    .innerJoin('posts as p', 'p.id', 'c.post_id')
    .select([sql<string>`left(c.content, 80)`.as('name'), 'c.author_id as accountId'])
    .where('c.id', '=', id)
    .where('c.deleted_at', 'is', null)
    .where('p.status', '=', 'published')
    .executeTakeFirst();
}

/** The open case about a thing, which is created if there is none; locked. */
export async function lockOrCreateCase(tx: Db, thing: ReportedThing, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('report_cases')
    .values({
      target_kind: thing.kind,
      target_id: thing.id,
      target_name: thing.name,
      account_id: thing.accountId,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['target_kind', 'target_id'])
        .where('closed_at', 'is', null)
        .doUpdateSet({ target_name: thing.name }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function saveReport(
  tx: Db,
  report: { caseId: number; accountId: number; rule: RuleId; text: string; createdAt: Date },
): Promise<void> {
  const { caseId: case_id, accountId: account_id, rule, text, createdAt: created_at } = report;
  await tx
    .insertInto('reports')
    .values({ case_id, account_id, rule, text, created_at })
    .onConflict((conflict) => conflict.columns(['case_id', 'account_id']).doUpdateSet({ rule, text }))
    .execute();
}

export async function countReports(db: Db, accountId: number, since: Date): Promise<number> {
  const row = await db
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return row.count;
}

export type LockedCase = ReportedThing & { caseId: number; assigneeId: number | null; isClosed: boolean };

/** A case by its id, or the open one about a thing; locked. */
export async function lockCase(
  tx: Db,
  by: { caseId: number } | { kind: DecisionTarget; id: number },
): Promise<LockedCase | undefined> {
  let query = tx
    .selectFrom('report_cases')
    .select(['id as caseId', 'target_kind', 'target_id as id', 'target_name as name'])
    .select(['account_id as accountId', 'assignee_id as assigneeId', 'closed_at']);
  query =
    'caseId' in by
      ? query.where('id', '=', by.caseId)
      : query
          .where('target_kind', '=', by.kind)
          .where('target_id', '=', by.id)
          .where('closed_at', 'is', null);
  const row = await query.forUpdate().executeTakeFirst();
  if (!row) return undefined;
  const { target_kind: kind, closed_at: closedAt, ...found } = row;
  return { ...found, kind: kind as DecisionTarget, isClosed: closedAt !== null };
}

export async function markClosed(
  tx: Db,
  caseId: number,
  { at, by, outcome }: { at: Date; by: number | null; outcome: ReportOutcome },
): Promise<void> {
  await tx
    .updateTable('report_cases')
    .set({ closed_at: at, closed_by: by, outcome })
    .where('id', '=', caseId)
    .execute();
}

export async function setAssignee(tx: Db, caseId: number, accountId: number | null): Promise<void> {
  await tx.updateTable('report_cases').set({ assignee_id: accountId }).where('id', '=', caseId).execute();
}

/** Who learns the outcome of a closed case: the reporters, and its moderator if somebody else has closed it. */
export async function findAudience(db: Db, caseId: number) {
  const closed = await db
    .selectFrom('report_cases')
    .select(['target_name as name', 'outcome', 'assignee_id as assigneeId', 'closed_by as closedBy'])
    .where('id', '=', caseId)
    .executeTakeFirst();
  const reports = await db
    .selectFrom('reports')
    .select('account_id as id')
    .where('case_id', '=', caseId)
    .execute();
  return closed && { ...closed, reporters: reports.map(({ id }) => id) };
}

/** Open cases about things that readers no longer see, and that no moderator has hidden. */
export async function listGone(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('report_cases as r')
    .select('r.id')
    .where('r.id', '>', after)
    .where('r.closed_at', 'is', null)
    .where(
      sql<boolean>`case r.target_kind
        when 'post' then not exists (select from posts where id = r.target_id and status in ('published', 'hidden'))
        when 'comment' then not exists (
          select from comments where id = r.target_id and (deleted_at is null or is_hidden))
        else false end`,
    )
    .orderBy('r.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
