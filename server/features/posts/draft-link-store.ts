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

const columns = ['id', 'draft_key', 'created_at', 'expires_at'] as const;

const selectLinks = (db: Db, { accountId, key, now }: LinkFilter) =>
  db
    .selectFrom('draft_links')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .$if(key !== undefined, (query) => query.where('draft_key', '=', key as string));

/** Serialises the changes of an account's links, which have a limit. */
export async function lockLinks(tx: Db, accountId: number): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
}

export async function countLinks(db: Db, filter: LinkFilter): Promise<number> {
  const row = await selectLinks(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function listLinks(
  db: Db,
  filter: LinkFilter,
  { offset, size }: { offset: number; size: number },
): Promise<DraftLink[]> {
  const rows = await selectLinks(db, filter)
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(size)
    .execute();
  return rows.map(toLink);
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
    .returning(columns)
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
    .set(({ or, exists, selectFrom }) => ({
      draft_key: `post-${postId}`,
      post_id: postId,
      is_published: or([
        sql.ref<boolean>('draft_links.is_published'),
        exists(selectFrom('posts').select('id').where('id', '=', postId).where('status', '=', 'published')),
      ]),
    }))
    .where('account_id', '=', accountId)
    .where('draft_key', '=', key)
    .execute();
}

/** The text of a valid link whose owner may use the site. */
export async function findLinkedText(db: Db, tokenHash: Buffer, now: Date): Promise<LinkedText | undefined> {
  const row = await db
    .selectFrom('draft_links as l')
    .innerJoin('accounts as a', 'a.id', 'l.account_id')
    .select(['l.draft_key', 'l.post_id', 'l.is_published', 'a.id', 'a.username', 'a.first_name', 'a.last_name'])
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

const toLink = (row: { id: number; draft_key: string; created_at: Date; expires_at: Date }): DraftLink => ({
  id: row.id,
  key: row.draft_key,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});
