import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

const batchSize = 200;
type Json = Record<string, unknown>;

/** Some columns of the rows of an account, in batches. */
export async function* readOwnRows(
  db: Db,
  { table, column, columns }: { table: string; column: string; columns: string[] },
  accountId: number,
): AsyncGenerator<Json> {
  const copied = sql.join(columns.map((name) => sql.ref(name)));
  let after = '(0,0)';
  for (;;) {
    const { rows } = await sql<{ place: string; row: Json }>`
      select ctid::text as place, (select to_jsonb(r) from (select ${copied}) r) as row from ${sql.table(table)}
      where ${sql.ref(column)} = ${accountId} and ctid > ${after}::tid order by ctid limit ${batchSize}`.execute(
      db,
    );
    for (const { row } of rows) yield row;
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.place as string;
  }
}

export type OwnPost = {
  id: number;
  slug: string;
  title: string;
  status: string;
  content: string;
  standfirst: string | null;
  category: string | null;
  image: string | null;
  createdAt: Date;
  updatedAt: Date;
};

/** The posts of an author in the order of their ids, one batch at a time. */
export async function* readOwnPosts(db: Db, authorId: number): AsyncGenerator<OwnPost> {
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom('posts as p')
      .leftJoin('categories as c', 'c.id', 'p.category_id')
      .leftJoin('media as m', 'm.id', 'p.image_id')
      .select(['p.id', 'p.slug', 'p.title', 'p.status', 'p.content', 'p.standfirst', 'c.name as category'])
      .select(['m.path as image', 'p.created_at as createdAt', 'p.updated_at as updatedAt'])
      .where('p.author_id', '=', authorId)
      .where('p.id', '>', after)
      .orderBy('p.id')
      .limit(batchSize)
      .execute();
    yield* rows;
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.id as number;
  }
}

export async function* readOwnPicturePaths(db: Db, ownerId: number): AsyncGenerator<string> {
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom('media')
      .select(['id', 'path'])
      .where('owner_id', '=', ownerId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    for (const { path } of rows) yield path;
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.id as number;
  }
}
