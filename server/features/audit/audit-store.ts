import { sql } from 'kysely';
import type { AuditAction, AuditTargetKind } from '#contract/audit.ts';
import type { Db } from '#server/platform/db/database.ts';
import { deleteInBatches } from '#server/platform/db/delete-in-batches.ts';
import { containsPattern } from '#server/platform/db/search-terms.ts';
import type { AuditEntry, AuditValues } from './audit.ts';

export type AuditFilters = {
  terms: string[];
  action?: AuditAction | undefined;
  actions?: readonly AuditAction[] | undefined;
  actor?: number | undefined;
  target_kind?: AuditTargetKind | undefined;
  target?: number | undefined;
  since?: Date | undefined;
  before?: Date | undefined;
};

export async function insertEntry(
  db: Db,
  { actor, target, before, after, ...entry }: Omit<AuditEntry, 'id'>,
  expiresAt: Date,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      ...entry,
      actor_id: actor.id,
      actor_name: actor.name,
      actor_role: actor.role,
      target_kind: target.kind,
      target_id: target.id,
      target_name: target.name,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      expires_at: expiresAt,
    })
    .execute();
}

function select(db: Db, { terms, action, actions, actor, target_kind, target, since, before }: AuditFilters) {
  let query = db.selectFrom('audit_log');
  for (const term of terms)
    query = query.where(
      sql<boolean>`search_spelling(actor_name || ' ' || target_name) like ${containsPattern(term)}`,
    );
  if (action) query = query.where('action', '=', action);
  if (actions) query = query.where('action', 'in', actions);
  if (actor) query = query.where('actor_id', '=', actor);
  if (target_kind) query = query.where('target_kind', '=', target_kind);
  if (target) query = query.where('target_id', '=', target);
  if (since) query = query.where('at', '>=', since);
  if (before) query = query.where('at', '<', before);
  return query;
}

export async function countEntries(db: Db, filters: AuditFilters): Promise<number> {
  const row = await select(db, filters)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** The newest entries first: a page, or those below an id. */
export async function listEntries(
  db: Db,
  filters: AuditFilters,
  range: { offset: number; size: number } | { belowId: number; size: number },
): Promise<AuditEntry[]> {
  let query = select(db, filters).selectAll().orderBy('id', 'desc').limit(range.size);
  query = 'offset' in range ? query.offset(range.offset) : query.where('id', '<', range.belowId);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    actor: { id: row.actor_id, name: row.actor_name, role: row.actor_role },
    address: row.address,
    action: row.action as AuditAction,
    target: { kind: row.target_kind as AuditTargetKind, id: row.target_id, name: row.target_name },
    ...(row.before !== null && { before: row.before as AuditValues }),
    ...(row.after !== null && { after: row.after as AuditValues }),
  }));
}

/** The database deletes expired entries only. */
export const deleteExpired = (db: Db): Promise<void> =>
  deleteInBatches(db, 'audit_log', sql`expires_at < now()`);
