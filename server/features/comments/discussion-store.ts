import { type RawBuilder, sql } from 'kysely';
import type { DiscussionOrder } from '#contract/query.ts';
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
export type DiscussionPosition = {
  threadId: number;
  id: number;
  /** Of the first comment of the thread. */
  repliesCount: number;
};
export type DiscussionPageOptions = {
  post: MentionedPost;
  /** The account that also gets its own hidden comments. */
  viewerId: number | null;
  order: DiscussionOrder;
  limits: PageLimits;
  /** The thread that stands first, whatever its place in the order; null for none. */
  pinnedId: number | null;
  /** The start of the page; by default the first thread. */
  position?: DiscussionPosition | undefined;
};

/**
 * A page of the discussion of a post, and whether there are more: threads in the given order, the comments of a thread
 * oldest first. So a comment comes with the comment it replies to, unless that one is before the start of the page.
 */
export async function listDiscussion(
  db: Db,
  { post, viewerId, order, limits, pinnedId, position }: DiscussionPageOptions,
): Promise<{ comments: Comment[]; hasMore: boolean }> {
  const rows = await selectDiscussion(db, {
    postId: post.id,
    viewerId: viewerId ?? 0,
    order,
    candidates: limits.comments + 1,
    ...limits,
    pinnedId: pinnedId ?? 0,
    ...findStretches(pinnedId, position),
  });
  return {
    comments: rows.map((row) => toCommentOn(post, row)),
    hasMore: (rows[0]?.found ?? 0) > rows.length,
  };
}

type DiscussionQuery = PageLimits & {
  postId: number;
  viewerId: number;
  order: DiscussionOrder;
  candidates: number;
  /** The pinned thread, or 0. */
  pinnedId: number;
} & Stretches;

/** A page is the rest of one thread, then other threads from their beginning or after a position. */
type Stretches = {
  rest: Pick<DiscussionPosition, 'threadId' | 'id'> | undefined;
  after: DiscussionPosition | undefined;
};

function findStretches(pinnedId: number | null, position: DiscussionPosition | undefined): Stretches {
  if (position && position.threadId !== pinnedId) return { rest: position, after: position };
  const pinned = pinnedId === null ? undefined : { threadId: pinnedId, id: pinnedId };
  return { rest: position ?? pinned, after: undefined };
}

type ThreadOrder = {
  /** The index expressions of the order (migration 0270), and ascending numbers of the same order. */
  by: RawBuilder<unknown>;
  major: RawBuilder<unknown>;
  minor: RawBuilder<unknown>;
  isAfter: (position: DiscussionPosition) => RawBuilder<unknown>;
};

/** The orders of threads by their first comments. */
const threadOrders: Record<Exclude<DiscussionOrder, 'newest'>, ThreadOrder> = {
  oldest: {
    by: sql`first.id`,
    major: sql`0`,
    minor: sql`first.id`,
    isAfter: ({ threadId }) => sql`first.id > ${threadId}`,
  },
  discussed: {
    by: sql`first.replies_count desc, first.id desc`,
    major: sql`-first.replies_count`,
    minor: sql`-first.id`,
    isAfter: ({ threadId, repliesCount }) =>
      sql`(first.replies_count, first.id) < (${repliesCount}, ${threadId})`,
  },
};

const selectDiscussion = cachedQuery((db, shape: DiscussionQuery) => {
  const { postId, viewerId, order, candidates, comments, bytes, pinnedId, rest, after } = shape;
  const size = sql`octet_length(c.content) as bytes`;
  // A deleted comment remains only while it has replies. Not `exists`, for which the planner may scan the whole table.
  const isIncluded = sql`c.post_id = ${postId}
    and (c.deleted_at is null or (c.is_hidden and c.author_id = ${viewerId})
    or (select true from comments as reply where reply.parent_id = c.id limit 1))`;
  const selectThread = (where: RawBuilder<unknown>) => sql`
    select c.id, ${size} from comments as c where ${isIncluded} and ${where} order by c.id limit ${candidates}`;
  /** The newest threads are read along one index with all their comments, the others thread by thread. */
  const selectThreads = (): RawBuilder<unknown> => {
    if (order === 'newest')
      return sql`
        select c.id, ${size}, 1 as stretch, 0 as major, -c.thread_id as minor from comments as c
        where ${isIncluded} and c.thread_id <> ${pinnedId}
          and ${after ? sql`c.thread_id < ${after.threadId}` : sql`true`}
        order by c.thread_id desc, c.id limit ${candidates}`;
    const { by, major, minor, isAfter } = threadOrders[order];
    return sql`
      select c.id, c.bytes, 1 as stretch, ${major} as major, ${minor} as minor
      from comments as first cross join lateral (${selectThread(sql`c.thread_id = first.id`)}) as c
      where first.post_id = ${postId} and first.parent_id is null
        and first.id <> ${pinnedId} and ${after ? isAfter(after) : sql`true`}
      order by ${by}, c.id limit ${candidates}`;
  };
  const restOfThread = rest
    ? sql`(select id, bytes, 0 as stretch, 0 as major, 0 as minor
        from (${selectThread(sql`c.thread_id = ${rest.threadId} and c.id >= ${rest.id}`)}) as thread) union all`
    : sql``;
  const listed = sql`stretch, major, minor, id`;
  const measured = sql<{ id: number; position: number; bytes: number; found: number }>`(
    select id, row_number() over listed as position, sum(bytes) over listed as bytes, count(*) over () as found
    from (
      select * from (${restOfThread} (${selectThreads()})) as stretches order by ${listed} limit ${candidates}
    ) as candidates
    window listed as (order by ${listed}))`;
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
    .selectFrom('comments as c')
    .innerJoin('comments as first', 'first.id', 'c.thread_id')
    .select(['c.id', 'c.thread_id', 'first.replies_count'])
    .where('c.id', '=', id)
    .where('c.post_id', '=', postId)
    .executeTakeFirst();
  return row && { threadId: row.thread_id, id: row.id, repliesCount: row.replies_count };
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

/** When the newest active comment on a post was written. */
export async function findNewestTime(db: Db, postId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('comments')
    .select('created_at')
    .where('post_id', '=', postId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** The ids of active comments on a post after a time, oldest first, without those of one account. */
export async function listNewIds(
  db: Db,
  {
    postId,
    since,
    exceptAuthorId,
    limit,
  }: { postId: number; since: Date; exceptAuthorId: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where('post_id', '=', postId)
    // Databases store microseconds, clients know milliseconds.
    .where('created_at', '>=', new Date(since.getTime() + 1))
    .where('author_id', '<>', exceptAuthorId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
