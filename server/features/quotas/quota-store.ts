import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { Usage, UsageKind } from './quota.ts';

// The first key of these advisory locks, to separate them from other advisory locks of the site.
const advisoryLockKey = 7_304_130;
/** From this number on, the rows of an account are replaced by their sums. */
const compactionThreshold = 50;

/** Serializes the claims of an account, so that concurrent writes cannot exceed its quotas together. */
export async function lockAccount(tx: Db, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLockKey}::int, hashtext(${String(accountId)}))`.execute(
    tx,
  );
}

export async function sumUsage(db: Db, accountId: number): Promise<{ usage: Usage; hasManyRows: boolean }> {
  const { rows } = await sql<{ kind: UsageKind; items: number; bytes: number; rows: number }>`
    select kind, sum(items)::bigint as items, sum(bytes)::bigint as bytes, count(*) as rows
    from account_usage where account_id = ${accountId} group by kind`.execute(db);
  const amountOf = (kind: UsageKind) => {
    const { items = 0, bytes = 0 } = rows.find((row) => row.kind === kind) ?? {};
    return { items, bytes };
  };
  return {
    usage: {
      posts: amountOf('posts'),
      drafts: amountOf('drafts'),
      revisions: amountOf('revisions'),
      comments: amountOf('comments'),
      pictures: amountOf('pictures'),
    },
    hasManyRows: rows.reduce((sum, row) => sum + row.rows, 0) >= compactionThreshold,
  };
}

/** Replaces the rows of an account by their sums, except rows that another transaction has locked. */
export async function compactUsage(tx: Db, accountId: number): Promise<void> {
  await sql`
    with free as (
      select ctid as row from account_usage where account_id = ${accountId} for update skip locked
    ), folded as (
      delete from account_usage using free where account_usage.ctid = free.row returning kind, items, bytes
    )
    insert into account_usage (account_id, kind, items, bytes)
    select ${accountId}, kind, sum(items), sum(bytes) from folded group by kind`.execute(tx);
}
