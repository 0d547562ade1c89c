import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

export type OutdatedPost = {
  id: number;
  /** Changes with every write to the row of the index. */
  state: string;
  status: string;
  title: string;
  standfirst: string | null;
  content_text: string;
  content_html: string;
  author: string;
};

const selectPost = sql`
  select posts.id, i.xmin::text as state, posts.status, posts.title, posts.standfirst, posts.content_text, posts.content_html,
    concat_ws(' ', accounts.first_name, accounts.last_name, accounts.username) as author
  from post_search_index as i
  join posts using (id)
  join accounts on accounts.id = posts.author_id`;

/** The newest posts below an id whose words no run of this version has analysed. */
export async function findOutdated(
  db: Db,
  analysisVersion: number,
  { before, limit }: { before: number; limit: number },
): Promise<OutdatedPost[]> {
  const { rows } = await sql<OutdatedPost>`
    ${selectPost} where i.analysis_version < ${analysisVersion} and i.id < ${before}
    order by i.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findPost(db: Db, id: number): Promise<OutdatedPost | undefined> {
  const { rows } = await sql<OutdatedPost>`${selectPost} where i.id = ${id}`.execute(db);
  return rows[0];
}

export async function countOutdated(db: Db, analysisVersion: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::bigint as count from post_search_index where analysis_version < ${analysisVersion}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Stores the lexemes of a post, unless it has changed since it was read. Returns whether it did. */
export async function storeAnalysis(
  db: Db,
  { id, state }: Pick<OutdatedPost, 'id' | 'state'>,
  { vector, analysisVersion }: { vector: string; analysisVersion: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update post_search_index set analysis = ${vector}::tsvector, analysis_version = ${analysisVersion}
    where id = ${id} and xmin::text = ${state}`.execute(db);
  return numAffectedRows > 0n;
}

/** Has the next run analyse a post. */
export const markOutdated = (db: Db, id: number) =>
  db.updateTable('post_search_index').set({ analysis_version: 0 }).where('id', '=', id).execute();

export type RenamedAuthor = { account_id: number; last_post_id: number };

/** An author whose posts still contain another name, and the last post that was analysed since. */
export const findRenamedAuthor = (db: Db): Promise<RenamedAuthor | undefined> =>
  db.selectFrom('search_renamed_authors').selectAll().orderBy('account_id').limit(1).executeTakeFirst();

export async function listPostsOfAuthor(
  db: Db,
  { account_id, last_post_id }: RenamedAuthor,
  limit: number,
): Promise<OutdatedPost[]> {
  const { rows } = await sql<OutdatedPost>`
    ${selectPost} where i.author_id = ${account_id} and i.id > ${last_post_id} order by i.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Unless the author was renamed again: then all posts are analysed again. */
export async function storeRenameProgress(
  db: Db,
  { account_id, last_post_id }: RenamedAuthor,
  lastPostId: number | undefined,
): Promise<void> {
  if (lastPostId === undefined)
    await db
      .deleteFrom('search_renamed_authors')
      .where('account_id', '=', account_id)
      .where('last_post_id', '=', last_post_id)
      .execute();
  else
    await db
      .updateTable('search_renamed_authors')
      .set({ last_post_id: lastPostId })
      .where('account_id', '=', account_id)
      .where('last_post_id', '=', last_post_id)
      .execute();
}
