import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

export type ItemKind = 'post' | 'comment' | 'account' | 'category' | 'picture';
/** What the site has for something in a source. */
export type ItemKey = { source: string; kind: ItemKind; sourceId: string };
export type Item = {
  objectId: number;
  hash: string;
  version: number | null;
  isScheduled: boolean;
};
export type RunState = 'running' | 'finished' | 'undone';
export type Run = { id: number; source: string; state: RunState; startedAt: Date; finishedAt: Date | null };
export type FileState = 'imported' | 'updated' | 'exists' | 'kept' | 'refused';

// The first key of these advisory locks, to separate them from other advisory locks of the site.
const advisoryLockKey = 7_304_119;

/**
 * Begins to write an article or an account: of two concurrent imports, the second one waits until the first has written it.
 * The commit does not wait for the disk. What a crash of the server loses, the next import writes again, and the end of the run
 * waits for all of it.
 */
export async function beginWrite(tx: Db, name: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${advisoryLockKey}::int, hashtext(${name})),
      set_config('synchronous_commit', 'off', true)`.execute(tx);
}

const selectRuns = (db: Db) =>
  db
    .selectFrom('import_runs')
    .select(['id', 'source', 'started_at as startedAt', 'finished_at as finishedAt'])
    .select(({ ref }) => ref('state').$castTo<RunState>().as('state'));

/** The unfinished run of a source, or a new one. */
export async function openRun(db: Db, source: string, now: Date): Promise<number> {
  const open = await selectRuns(db)
    .where('source', '=', source)
    .where('state', '=', 'running')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (open) return open.id;
  const { id } = await db
    .insertInto('import_runs')
    .values({ source, started_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setRunState(db: Db, id: number, state: RunState, now: Date): Promise<void> {
  await db.updateTable('import_runs').set({ state, finished_at: now }).where('id', '=', id).execute();
}

export const findRun = (db: Db, id: number): Promise<Run | undefined> =>
  selectRuns(db).where('id', '=', id).executeTakeFirst();

/** The newest runs, with the number of objects that each has created. */
export const listRuns = (db: Db, limit: number): Promise<Array<Run & { posts: number }>> =>
  selectRuns(db)
    .select((eb) =>
      eb
        .selectFrom('imported_items')
        .whereRef('run_id', '=', 'import_runs.id')
        .where('kind', '=', 'post')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('posts'),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** The objects that a source has on the site, by their ids there. Objects that were deleted here may be among them. */
export async function findItems(
  db: Db,
  { source, kind }: Pick<ItemKey, 'source' | 'kind'>,
  sourceIds: string[],
): Promise<Map<string, Item>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('imported_items')
    .select(['source_id', 'object_id as objectId', 'hash', 'version', 'is_scheduled as isScheduled'])
    .where('source', '=', source)
    .where('kind', '=', kind)
    .where('source_id', '=', sql<string>`any(${sourceIds}::text[])`)
    .execute();
  return new Map(rows.map(({ source_id, ...item }) => [source_id, item]));
}

export const findItem = async (db: Db, key: ItemKey): Promise<Item | undefined> =>
  (await findItems(db, key, [key.sourceId])).get(key.sourceId);

/** The source that an article comes from, its run, and what the run was called. */
export const findOwner = (
  db: Db,
  postId: number,
): Promise<{ source: string; runId: number; name: string | null } | undefined> =>
  db
    .selectFrom('imported_items as i')
    .leftJoin('import_tasks as t', 't.run_id', 'i.run_id')
    .select(['i.source', 'i.run_id as runId', 't.name'])
    .where('i.kind', '=', 'post')
    .where('i.object_id', '=', postId)
    .limit(1)
    .executeTakeFirst();

/** Records an object. The run that created it stays when it is written again. */
export const putItem = (
  db: Db,
  { source, kind, sourceId }: ItemKey,
  { runId, ...item }: { runId: number } & WrittenItem,
): Promise<void> => putItems(db, { source, kind, runId }, [{ ...item, sourceId }]);

type WrittenItem = { objectId: number } & Partial<Item>;
const itemsAtOnce = 500;

/** Records objects of one kind, each with another id of the source. */
export async function putItems(
  db: Db,
  { runId, ...key }: Pick<ItemKey, 'source' | 'kind'> & { runId: number },
  items: Array<{ sourceId: string } & WrittenItem>,
): Promise<void> {
  const rows = items.map((item) => ({
    ...key,
    source_id: item.sourceId,
    run_id: runId,
    object_id: item.objectId,
    hash: item.hash ?? '',
    version: item.version ?? null,
    is_scheduled: item.isScheduled ?? false,
  }));
  for (let start = 0; start < rows.length; start += itemsAtOnce)
    await db
      .insertInto('imported_items')
      .values(rows.slice(start, start + itemsAtOnce))
      .onConflict((conflict) =>
        conflict.columns(['source', 'kind', 'source_id']).doUpdateSet(({ ref }) => ({
          object_id: ref('excluded.object_id'),
          hash: ref('excluded.hash'),
          version: ref('excluded.version'),
          is_scheduled: ref('excluded.is_scheduled'),
        })),
      )
      .execute();
}

/** The next objects of a run, newest first. */
export const listItems = (
  db: Db,
  { runId, kind }: { runId: number; kind: ItemKind },
  { before, limit }: { before: number; limit: number },
): Promise<Array<Item & { source: string; sourceId: string }>> =>
  db
    .selectFrom('imported_items')
    .select(['source', 'source_id as sourceId', 'object_id as objectId', 'hash', 'version'])
    .select('is_scheduled as isScheduled')
    .where('run_id', '=', runId)
    .where('kind', '=', kind)
    .where('object_id', '<', before)
    .orderBy('object_id', 'desc')
    .limit(limit)
    .execute();

export async function deleteItem(db: Db, { source, kind, sourceId }: ItemKey): Promise<void> {
  await db
    .deleteFrom('imported_items')
    .where('source', '=', source)
    .where('kind', '=', kind)
    .where('source_id', '=', sourceId)
    .execute();
}

/** Forgets the comments of an article that is about to be deleted. */
export async function deleteCommentItems(db: Db, postId: number): Promise<void> {
  await db
    .deleteFrom('imported_items')
    .where('kind', '=', 'comment')
    .where('object_id', 'in', (eb) =>
      eb.selectFrom('comments').where('post_id', '=', postId).select('comments.id'),
    )
    .execute();
}

/** Whether readers of this site have commented on an imported article. */
export async function hasOwnComments(db: Db, postId: number): Promise<boolean> {
  const row = await db
    .selectFrom('comments as c')
    .select('c.id')
    .where('c.post_id', '=', postId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('imported_items as i')
            .select('i.object_id')
            .where('i.kind', '=', 'comment')
            .whereRef('i.object_id', '=', 'c.id'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function isCategoryUsed(db: Db, categoryId: number): Promise<boolean> {
  const row = await db
    .selectFrom('posts')
    .select('id')
    .where('category_id', '=', categoryId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findActiveComments(db: Db, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export const findPictureItem = (
  db: Db,
  { source, sourceId }: Pick<ItemKey, 'source' | 'sourceId'>,
): Promise<{ id: number; path: string } | undefined> =>
  db
    .selectFrom('imported_items as i')
    .innerJoin('media as m', 'm.id', 'i.object_id')
    .select(['m.id', 'm.path'])
    .where('i.source', '=', source)
    .where('i.kind', '=', 'picture')
    .where('i.source_id', '=', sourceId)
    .executeTakeFirst();

/**
 * Keeps the first report of a file when a repeated or continued run finds that nothing is to be done. `sourceHash` says that the
 * run is done with the file.
 */
export async function putFile(
  db: Db,
  runId: number,
  { file, state, notes, sourceHash }: ReportedFile & { sourceHash: string | null },
): Promise<void> {
  const written = { state, notes: JSON.stringify(notes), source_hash: sourceHash };
  await db
    .insertInto('import_files')
    .values({ run_id: runId, file, ...written })
    .onConflict((conflict) => {
      const keys = conflict.columns(['run_id', 'file']);
      return state === 'exists' ? keys.doUpdateSet({ source_hash: sourceHash }) : keys.doUpdateSet(written);
    })
    .execute();
}

/** The hashes of what a run is done with. */
export async function listSourceHashes(db: Db, runId: number): Promise<Set<string>> {
  const { rows } = await sql<{ hashes: string[] | null }>`
    select array_agg(source_hash) filter (where source_hash is not null) as hashes
    from import_files where run_id = ${runId}`.execute(db);
  return new Set(rows[0]?.hashes);
}

export type ReportedFile = { file: string; state: FileState; notes: string[] };
const reportedAtOnce = 500;

export async function* readReport(db: Db, runId: number): AsyncGenerator<ReportedFile> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('import_files')
      .select('file')
      .select(({ ref }) => [
        ref('state').$castTo<FileState>().as('state'),
        ref('notes').$castTo<string[]>().as('notes'),
      ])
      .where('run_id', '=', runId)
      .where('file', '>', after)
      .orderBy('file')
      .limit(reportedAtOnce)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < reportedAtOnce) return;
    after = last.file;
  }
}

/** An address that another article has already stays with it. */
export async function addRedirects(db: Db, postId: number, paths: string[]): Promise<void> {
  if (paths.length === 0) return;
  await db
    .insertInto('post_redirects')
    .values(paths.map((path) => ({ path, post_id: postId })))
    .onConflict((conflict) => conflict.column('path').doNothing())
    .execute();
}

/** The slug of the public article that had this address. */
export async function findRedirect(db: Db, path: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('post_redirects as r')
    .innerJoin('posts as p', 'p.id', 'r.post_id')
    .select('p.slug')
    .where('r.path', '=', path)
    .where('p.status', '=', 'published')
    .executeTakeFirst();
  return row?.slug;
}
