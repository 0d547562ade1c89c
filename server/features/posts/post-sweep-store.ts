import { type RawBuilder, sql } from 'kysely';
import { postFieldNames } from '#contract/post-fields.ts';
import type { Db } from '#server/platform/db/database.ts';

const haveSameFields = (one: string, other: string) => {
  const comparisons = postFieldNames.map(
    (name) => sql`${sql.ref(`${one}.${name}`)} is not distinct from ${sql.ref(`${other}.${name}`)}`,
  );
  return sql.join(comparisons, sql` and `);
};

/**
 * Whether a draft post `p`, never changed or scheduled, equals the next post `next` of its author. PostgreSQL compares the
 * lengths of long texts before it reads them.
 */
const isRepeatedByNext: RawBuilder<boolean> = sql`
  p.status = 'draft' and p.version = 1 and p.publish_at is null
  and ${haveSameFields('next', 'p')} and next.category_id is not distinct from p.category_id
  and next.image_id is not distinct from p.image_id
  and next.hidden_status is null`;

const postsWithNext = sql`
  posts p cross join lateral (
    select * from posts q where q.author_id = p.author_id and (q.created_at, q.id) > (p.created_at, p.id)
    order by q.created_at, q.id limit 1
  ) as next`;

/** Draft posts created in a period that equal the next post of their author. */
export async function listRepeated(
  db: Db,
  { from, to, after, limit }: { from: Date; to: Date; after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from ${postsWithNext}
    where p.created_at >= ${from} and p.created_at < ${to} and p.id > ${after} and ${isRepeatedByNext}
    order by p.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function isRepeated(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from ${postsWithNext} where p.id = ${id} and ${isRepeatedByNext}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Deletes editor drafts last saved before a time that are empty or equal to their post. */
export async function deleteRedundantDrafts(db: Db, before: Date): Promise<void> {
  await sql`
    delete from post_drafts d
    where d.updated_at < ${before} and (
      (d.title = '' and d.content = '' and d.standfirst is null and d.image_id is null)
      or exists (select from posts where posts.id = d.post_id and ${haveSameFields('posts', 'd')}
        and posts.category_id is not distinct from d.category_id
        and posts.image_id is not distinct from d.image_id
        and posts.publish_at is not distinct from d.publish_at and posts.status = d.status)
    )`.execute(db);
}
