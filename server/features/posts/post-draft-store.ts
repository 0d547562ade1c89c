import { sql } from 'kysely';
import { type PostFields, pickPostFields, postFieldNames } from '#contract/post-fields.ts';
import type { PostStatus } from '#contract/posts.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type Picture, pictureSubquery } from '#server/platform/picture.ts';
import { selectUsablePicture } from './post-content-store.ts';
import type { DraftKey, PostDraft, PostDraftSummary } from './post-draft.ts';

export type DraftChange = Omit<PostDraft, 'image' | 'version' | 'createdAt' | 'updatedAt'> & {
  accountId: number;
  /** The path of the cover; null removes it, undefined keeps the current one. */
  imagePath: string | null | undefined;
  /** The version that the save replaces; null if the client knows none. */
  expected: number | null;
};

/** Lists contain only the first characters of the content, as lists of posts do. */
const maxListContentLength = 200;

/** The columns that every save sets. */
const savedColumns = [
  ...postFieldNames,
  'post_version',
  'category_id',
  'status',
  'publish_at',
  'client_id',
  'updated_at',
] as const;
const draftColumns = [...savedColumns, 'key', 'post_id', 'version', 'created_at'] as const;
const image = pictureSubquery('post_drafts.image_id').as('image');

const selectDrafts = (db: Db, accountId: number) =>
  db.selectFrom('post_drafts').where('account_id', '=', accountId);

export async function findDraft(db: Db, accountId: number, key: string): Promise<PostDraft | undefined> {
  const row = await selectDrafts(db, accountId)
    .select([...draftColumns, image])
    .where('key', '=', key)
    .executeTakeFirst();
  return row && toDraft(row);
}

/** The size of a draft in bytes; undefined if there is none. */
export async function findDraftSize(db: Db, accountId: number, key: string): Promise<number | undefined> {
  const row = await selectDrafts(db, accountId)
    .select(sql<number>`octet_length(title) + octet_length(content)`.as('bytes'))
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.bytes;
}

/**
 * Returns undefined and writes nothing if another client has saved a newer version. A deleted category or cover is left
 * out.
 */
export async function saveDraft(db: Db, change: DraftChange, now: Date): Promise<PostDraft | undefined> {
  const row = await db
    .insertInto('post_drafts')
    .values(({ selectFrom }) => ({
      account_id: change.accountId,
      key: change.key,
      post_id: change.postId,
      post_version: change.postVersion,
      ...pickPostFields(change),
      category_id: selectFrom('categories').select('id').where('id', '=', change.categoryId),
      image_id: selectCover(db, change),
      status: change.status,
      publish_at: change.publishAt,
      client_id: change.clientId,
      created_at: now,
      updated_at: now,
    }))
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key'])
        .doUpdateSet(({ ref }) => ({
          ...Object.fromEntries(savedColumns.map((column) => [column, ref(`excluded.${column}`)])),
          ...(change.imagePath !== undefined && { image_id: ref('excluded.image_id') }),
          version: sql<number>`post_drafts.version + 1`,
        }))
        .where(({ or, eb }) =>
          or([
            eb('post_drafts.client_id', '=', change.clientId),
            eb('post_drafts.version', '=', change.expected ?? 0),
          ]),
        ),
    )
    .returning([...draftColumns, image])
    .executeTakeFirst();
  return row && toDraft(row);
}

function selectCover(db: Db, { imagePath, accountId, postId }: DraftChange) {
  if (imagePath === undefined) return db.selectFrom('posts').select('image_id').where('id', '=', postId);
  return imagePath === null ? null : selectUsablePicture(db, imagePath, { editorId: accountId, postId });
}

/** Deletes a draft; with a client id only if that client saved last. */
export async function deleteDraft(
  db: Db,
  { accountId, key, clientId }: { accountId: number; key: string; clientId?: string | undefined },
): Promise<void> {
  await db
    .deleteFrom('post_drafts')
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId as string))
    .execute();
}

/** Drafts that are not empty, of all posts or of one. */
const selectNonEmptyDrafts = (db: Db, accountId: number, postId: number | undefined) =>
  selectDrafts(db, accountId)
    .where(({ or, eb }) =>
      or([
        eb('title', '!=', ''),
        eb('content', '!=', ''),
        eb('standfirst', 'is not', null),
        eb('image_id', 'is not', null),
      ]),
    )
    .$if(postId !== undefined, (query) => query.where('post_id', '=', postId as number));

export async function countDrafts(db: Db, accountId: number, postId?: number): Promise<number> {
  const row = await selectNonEmptyDrafts(db, accountId, postId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function listDrafts(
  db: Db,
  accountId: number,
  { postId, offset, size }: { postId: number | undefined; offset: number; size: number },
): Promise<PostDraftSummary[]> {
  const rows = await selectNonEmptyDrafts(db, accountId, postId)
    .select(['key', 'post_id', 'title', 'version', 'client_id', 'created_at', 'updated_at'])
    .select(sql<string>`left(content, ${sql.lit(maxListContentLength)})`.as('content'))
    .orderBy('updated_at', 'desc')
    .orderBy('key')
    .offset(offset)
    .limit(size)
    .execute();
  return rows.map(toSummary);
}

type SummaryRow = {
  key: string;
  post_id: number | null;
  title: string;
  content: string;
  version: number;
  client_id: string;
  created_at: Date;
  updated_at: Date;
};
type Row = SummaryRow &
  PostFields & {
    image: Picture | null;
    post_version: number | null;
    category_id: number | null;
    status: string;
    publish_at: Date | null;
  };

const toKey = (row: SummaryRow): DraftKey => ({ key: row.key, postId: row.post_id });

const toSummary = (row: SummaryRow): PostDraftSummary => ({
  ...toKey(row),
  title: row.title,
  content: row.content,
  version: row.version,
  clientId: row.client_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const toDraft = (row: Row): PostDraft => ({
  ...toSummary(row),
  ...pickPostFields(row),
  image: row.image,
  postVersion: row.post_version,
  categoryId: row.category_id,
  status: row.status as PostStatus,
  publishAt: row.publish_at,
});
