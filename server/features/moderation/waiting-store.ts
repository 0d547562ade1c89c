import { sql } from 'kysely';
import type { WaitingRule } from '#contract/publication-rules.ts';
import { exactCountLimit } from '#contract/query.ts';
import type { Db } from '#server/platform/db/database.ts';
import { personColumn } from './person-column.ts';
import type { WaitingKind, WaitingText } from './waiting-text.ts';

/** How much of a text the queue shows. */
const textMaxLength = 1_000;

type Filters = { kind?: WaitingKind | undefined; rule?: WaitingRule | undefined };

/** The texts that wait, each kind along its own index. A post that its author has withdrawn waits for nobody. */
const selectWaiting = ({ kind, rule }: Filters, limit: number) => {
  const ofRule = rule ? sql`and waiting_rule = ${rule}` : sql``;
  const posts = sql`(select 'post' as kind, id, hidden_at as since from posts
    where waiting_rule is not null and hidden_status = 'published' ${ofRule} order by hidden_at, id limit ${limit})`;
  const comments = sql`(select 'comment' as kind, id, deleted_at as since from comments
    where waiting_rule is not null ${ofRule} order by deleted_at, id limit ${limit})`;
  if (kind) return kind === 'post' ? posts : comments;
  return sql`(${posts} union all ${comments})`;
};

/** The number of texts that wait, up to the length of the longest list. */
export async function countWaiting(db: Db, filters: Filters = {}): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${selectWaiting(filters, exactCountLimit)}) as w`.execute(db);
  return Math.min(rows[0]?.count ?? 0, exactCountLimit);
}

export async function listWaiting(
  db: Db,
  filters: Filters,
  { offset, size }: { offset: number; size: number },
): Promise<WaitingText[]> {
  const { rows } = await sql<WaitingText>`
    select w.kind, w.id, w.since,
      case when 'published' in (p.status, p.hidden_status) then p.title else p.public_title end as title,
      case when 'published' in (p.status, p.hidden_status) then p.slug else p.public_slug end as slug,
      left(coalesce(c.content, p.content_text), ${textMaxLength}) as text,
      coalesce(c.waiting_rule, p.waiting_rule) as rule, coalesce(c.updated_at, p.updated_at) as "updatedAt",
      ${personColumn('a.id')} as author
    from (
      select * from (${selectWaiting(filters, offset + size)}) as texts
      order by since, kind, id offset ${offset} limit ${size}
    ) as w
    left join comments as c on w.kind = 'comment' and c.id = w.id
    join posts as p on p.id = case w.kind when 'post' then w.id else c.post_id end
    join accounts as a on a.id = coalesce(c.author_id, p.author_id)
    order by w.since, w.kind, w.id`.execute(db);
  return rows;
}
