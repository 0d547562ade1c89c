import { type RawBuilder, sql } from 'kysely';
import { cachedQuery } from '#server/platform/db/compiled-query-cache.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Comment, MentionedPost, PageLimits } from './comment.ts';
import { selectComments, selectWithoutPost, toComment, toCommentOn } from './comment-store.ts';

/** A comment and everything below it within the limits, upper levels first, including deleted comments. */
export async function listThread(db: Db, id: number, limits: PageLimits): Promise<Comment[]> {
  // The recursive query goes level by level and stops at the limit.
  const measured = sql<{ id: number; position: number; bytes: number }>`(
    with recursive thread as (
      select id from comments where id = ${id}
      union all
      select reply.id from thread join comments as reply on reply.parent_id = thread.id
    )
    select c.id, row_number() over listed as position, sum(octet_length(c.content)) over listed as bytes
    from comments as c where c.id in (select id from thread limit ${limits.comments})
    window listed as (order by c.depth, c.id))`;
  const rows = await selectComments(db)
    .innerJoin(measured.as('measured'), 'measured.id', 'c.id')
    .where(sql<boolean>`measured.bytes <= ${limits.bytes} or measured.position = 1`)
    .execute();
  return rows.map(toComment);
}

/** A position in a discussion: the comment with this id, or the next one after it. */
export type DiscussionPosition = { threadId: number; id: number };
export type DiscussionPageOptions = {
  post: MentionedPost;
  /** The account that also gets its own hidden comments. */
  viewerId: number | null;
  limits: PageLimits;
  /** The start of the page; by default the newest thread. */
  position?: DiscussionPosition | undefined;
};

/**
 * A page of the discussion of a post, and whether there are more: threads newest first, the comments of a thread oldest
 * first. So a comment comes with the comment it replies to, unless that one is before the start of the page.
 */
export async function listDiscussion(
  db: Db,
  { post, viewerId, limits, position }: DiscussionPageOptions,
): Promise<{ comments: Comment[]; hasMore: boolean }> {
  const rows = await selectDiscussion(db, {
    postId: post.id,
    viewerId: viewerId ?? 0,
    candidates: limits.comments + 1,
    ...limits,
    position,
  });
  return {
    comments: rows.map((row) => toCommentOn(post, row)),
    hasMore: (rows[0]?.found ?? 0) > rows.length,
  };
}

type DiscussionQuery = PageLimits & {
  postId: number;
  viewerId: number;
  candidates: number;
  position: DiscussionPosition | undefined;
};

const selectDiscussion = cachedQuery((db, shape: DiscussionQuery) => {
  const { postId, viewerId, candidates, comments, bytes, position: place } = shape;
  // A deleted comment remains only while it has replies. Not `exists`, for which the planner may scan the whole table.
  const isIncluded = sql`(c.deleted_at is null or (c.is_hidden and c.author_id = ${viewerId})
    or (select true from comments as reply where reply.parent_id = c.id limit 1))`;
  const selectRange = (where: RawBuilder<unknown>) => sql`(
    select c.id, c.thread_id, octet_length(c.content) as bytes from comments as c
    where c.post_id = ${postId} and ${isIncluded} and ${where}
    order by c.thread_id desc, c.id limit ${candidates})`;
  const ranges = place
    ? sql`${selectRange(sql`c.thread_id = ${place.threadId} and c.id >= ${place.id}`)}
        union all ${selectRange(sql`c.thread_id < ${place.threadId}`)}`
    : selectRange(sql`true`);
  const measured = sql<{ id: number; position: number; bytes: number; found: number }>`(
    select id, row_number() over listed as position, sum(bytes) over listed as bytes, count(*) over () as found
    from (select * from (${ranges}) as stretches order by thread_id desc, id limit ${candidates}) as candidates
    window listed as (order by thread_id desc, id))`;
  return selectWithoutPost(db)
    .innerJoin(measured.as('measured'), 'measured.id', 'c.id')
    .select(['measured.found'])
    .where(
      sql<boolean>`measured.position <= ${comments} and (measured.bytes <= ${bytes} or measured.position = 1)`,
    )
    .orderBy('measured.position');
});

/** The position of a comment in the discussion of its post. */
export async function findPosition(
  db: Db,
  postId: number,
  id: number,
): Promise<DiscussionPosition | undefined> {
  const row = await db
    .selectFrom('comments')
    .select(['id', 'thread_id'])
    .where('id', '=', id)
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return row && { threadId: row.thread_id, id: row.id };
}

/** Comments of one post by their ids. */
export async function listCommentsById(db: Db, post: MentionedPost, ids: number[]): Promise<Comment[]> {
  if (ids.length === 0) return [];
  const rows = await selectWithoutPost(db)
    .where('c.id', 'in', ids)
    .where('c.post_id', '=', post.id)
    .execute();
  return rows.map((row) => toCommentOn(post, row));
}

/** Active replies to a comment after the reply `after`, oldest first, and whether there are more. */
export async function listActiveReplies(
  db: Db,
  parentId: number,
  { limits, after }: { limits: PageLimits; after: number | undefined },
): Promise<{ replies: Comment[]; hasMore: boolean }> {
  const place = sql`select created_at, id from comments where id = ${after ?? 0} and parent_id = ${parentId}`;
  const measured = sql<{ id: number; position: number; bytes: number; found: number }>`(
    select id, row_number() over listed as position, sum(bytes) over listed as bytes, count(*) over () as found
    from (
      select c.id, c.created_at, octet_length(c.content) as bytes from comments as c
      where c.parent_id = ${parentId} and c.deleted_at is null
        and (not exists (${place}) or (c.created_at, c.id) > (${place}))
      order by c.created_at, c.id limit ${limits.comments + 1}
    ) as candidates
    window listed as (order by created_at, id))`;
  const rows = await selectComments(db)
    .innerJoin(measured.as('measured'), 'measured.id', 'c.id')
    .select(['measured.found'])
    .where(
      sql<boolean>`measured.position <= ${limits.comments} and (measured.bytes <= ${limits.bytes} or measured.position = 1)`,
    )
    .orderBy('measured.position')
    .execute();
  return { replies: rows.map(toComment), hasMore: (rows[0]?.found ?? 0) > rows.length };
}
