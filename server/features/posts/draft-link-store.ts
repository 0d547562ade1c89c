import { sql } from 'kysely';
import { permissionsOf, type Role } from '#contract/permissions.ts';
import type { Db } from '#server/platform/db/database.ts';
import { pictureSubquery } from '#server/platform/picture.ts';
import type { DraftLink, LinkedText } from './draft-link.ts';
import type { DraftKey } from './post-draft.ts';

export type NewDraftLink = DraftKey & {
  accountId: number;
  tokenHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
};
export type LinkFilter = { accountId: number; key?: string | undefined; now: Date };

const selectLinks = (db: Db, { key, now }: Omit<LinkFilter, 'accountId'>) =>
  db
    .selectFrom('draft_links as l')
    .where('l.expires_at', '>', now)
    .$if(key !== undefined, (query) => query.where('l.draft_key', '=', key as string));

/** Serialises the changes of an account's links, which have a limit. */
export async function lockLinks(tx: Db, accountId: number): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
}

type LinkQuery = ReturnType<typeof selectLinks>;

async function count(query: LinkQuery): Promise<number> {
  const row = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return row.count;
}

/** The number of links that an account has created. */
export const countOwnLinks = (db: Db, filter: LinkFilter): Promise<number> =>
  count(selectLinks(db, filter).where('l.account_id', '=', filter.accountId));

/** Whether others read this draft of an account by a link. */
export async function isShared(db: Db, filter: LinkFilter & { key: string }): Promise<boolean> {
  const query = selectLinks(db, filter).where('l.account_id', '=', filter.accountId);
  return (await count(query.where('l.is_published', '=', sql.lit(false)))) > 0;
}

/** The links of an account, and those that editors have created to its posts. */
const selectVisibleLinks = (db: Db, filter: LinkFilter): LinkQuery =>
  selectLinks(db, filter).where(
    'l.id',
    'in',
    db
      .selectFrom('draft_links')
      .select('id')
      .where('account_id', '=', filter.accountId)
      .union(
        db
          .selectFrom('posts as p')
          .innerJoin('draft_links as o', 'o.post_id', 'p.id')
          .select('o.id')
          .where('p.author_id', '=', filter.accountId),
      ),
  );

export const countLinks = (db: Db, filter: LinkFilter): Promise<number> =>
  count(selectVisibleLinks(db, filter));

export async function listLinks(
  db: Db,
  filter: LinkFilter,
  { offset, size }: { offset: number; size: number },
): Promise<DraftLink[]> {
  const rows = await selectVisibleLinks(db, filter)
    .innerJoin('accounts as a', 'a.id', 'l.account_id')
    .select(['l.id', 'l.draft_key', 'l.created_at', 'l.expires_at', 'l.account_id'])
    .select(['a.username', 'a.first_name as firstName', 'a.last_name as lastName'])
    .select(pictureSubquery('a.avatar_id').as('avatar'))
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
    .offset(offset)
    .limit(size)
    .execute();
  return rows.map(({ account_id: id, username, firstName, lastName, avatar, ...row }) =>
    toLink(row, id === filter.accountId ? null : { id, username, firstName, lastName, avatar }),
  );
}

export async function insertLink(db: Db, link: NewDraftLink): Promise<DraftLink> {
  const row = await db
    .insertInto('draft_links')
    .values({
      account_id: link.accountId,
      draft_key: link.key,
      post_id: link.postId,
      token_hash: link.tokenHash,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .returning(['id', 'draft_key', 'created_at', 'expires_at'])
    .executeTakeFirstOrThrow();
  return toLink(row);
}

export async function deleteLink(db: Db, accountId: number, id: number): Promise<void> {
  await db.deleteFrom('draft_links').where('account_id', '=', accountId).where('id', '=', id).execute();
}

export async function deleteExpiredLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('draft_links').where('expires_at', '<=', now).execute();
}

/** Revokes the links to a draft of a post that does not exist yet. */
export async function deleteLinksOfDraft(db: Db, accountId: number, key: string): Promise<void> {
  await db
    .deleteFrom('draft_links')
    .where('account_id', '=', accountId)
    .where('draft_key', '=', key)
    .where('post_id', 'is', null)
    .execute();
}

/** The links to a draft that has become a post, or a part of it, show the post; of a published one they show nothing else. */
export async function moveLinksToPost(
  db: Db,
  { accountId, key, postId }: { accountId: number; key: string; postId: number },
): Promise<void> {
  await db
    .updateTable('draft_links')
    .set({
      draft_key: `post-${postId}`,
      post_id: postId,
      is_published: sql`is_published or exists (select from posts where id = ${postId} and status = 'published')`,
    })
    .where('account_id', '=', accountId)
    .where('draft_key', '=', key)
    .execute();
}

/** The text of a valid link whose owner may use the site. */
export async function findLinkedText(db: Db, tokenHash: Buffer, now: Date): Promise<LinkedText | undefined> {
  const row = await db
    .selectFrom('draft_links as l')
    .innerJoin('accounts as a', 'a.id', 'l.account_id')
    .select([
      'l.draft_key',
      'l.post_id',
      'l.is_published',
      'a.id',
      'a.username',
      'a.first_name',
      'a.last_name',
    ])
    .select(['a.role', 'a.is_staff as isStaff', 'a.is_superuser as isSuperuser'])
    .select(pictureSubquery('a.avatar_id').as('avatar'))
    .where('l.token_hash', '=', tokenHash)
    .where('l.expires_at', '>', now)
    .where('a.is_active', '=', sql.lit(true))
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, username, first_name: firstName, last_name: lastName, avatar } = row;
  const mayEditAll = permissionsOf({ ...row, role: row.role as Role }).has('texts.edit');
  return {
    key: row.draft_key,
    postId: row.post_id,
    isPublished: row.is_published,
    owner: { id, username, firstName, lastName, avatar, mayEditAll },
  };
}

export async function findCategoryName(db: Db, id: number | null): Promise<string | null> {
  const row = await db.selectFrom('categories').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? null;
}

const toLink = (
  row: { id: number; draft_key: string; created_at: Date; expires_at: Date },
  editor: DraftLink['editor'] = null,
): DraftLink => ({
  id: row.id,
  key: row.draft_key,
  editor,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});
