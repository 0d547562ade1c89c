import type { PostStatus } from '#contract/posts.ts';
import type { Db } from '#server/platform/db/database.ts';
import {
  deepOffset,
  directionsOf,
  type Ordering,
  readWithReversePagination,
} from '#server/platform/db/paging.ts';
import { withPlannerSettings } from '#server/platform/db/planner-settings.ts';
import { countRows, inSample, sampledCountReaches } from '#server/platform/db/sampled-count.ts';
import { pictureSubquery } from '#server/platform/picture.ts';
import type { Comment, HiddenInfo, MentionedPost } from './comment.ts';
import {
  applyUnindexedFilters,
  type CommentFilters,
  selectCommentsAtDeepOffset,
  selectIndexedComments,
  selectMatchingComments,
} from './comment-filters.ts';

export type CommentField = 'created_at' | 'updated_at';

/** Comments (alias `c`) with the displayed columns of their posts. */
export const selectComments = (db: Db) =>
  selectWithoutPost(db)
    .innerJoin('posts as p', 'p.id', 'c.post_id')
    .select(['p.title', 'p.slug', 'p.status', 'p.author_id as post_author_id'])
    .select(['p.hidden_status', 'p.public_title', 'p.public_slug']);

/** The same for comments of a known post, which `toCommentOn` adds. */
export const selectWithoutPost = (db: Db) =>
  db
    .selectFrom('comments as c')
    .innerJoin('accounts as a', 'a.id', 'c.author_id')
    .select([
      'c.id',
      'c.post_id',
      'c.author_id',
      'c.parent_id',
      'c.thread_id',
      'c.depth',
      'c.content',
      'c.replies_count',
    ])
    .select(['c.deleted_at', 'c.created_at', 'c.updated_at'])
    .select(['a.username', 'a.first_name', 'a.last_name', pictureSubquery('a.avatar_id').as('avatar')])
    .leftJoin('accounts as hider', (join) =>
      join.onRef('hider.id', '=', 'c.deleted_by').on('c.is_hidden', '=', true),
    )
    .select([
      'c.is_hidden',
      'c.hidden_reason',
      'c.waiting_rule',
      'hider.id as hider_id',
      'hider.username as hider',
    ])
    .select(['hider.first_name as hider_first_name', 'hider.last_name as hider_last_name']);

export async function findComment(db: Db, id: number): Promise<Comment | undefined> {
  const row = await selectComments(db).where('c.id', '=', id).executeTakeFirst();
  return row && toComment(row);
}

/** Counts the matching comments up to `limit`. */
export async function countComments(db: Db, filters: CommentFilters, limit: number): Promise<number> {
  if (filters.terms.length === 0)
    return countRows(db, selectMatchingComments(db, filters).select('c.id'), limit);
  return withPlannerSettings(db, 'bitmapScan', async (tx) => {
    const hasEnoughMatches = await sampledCountReaches(sampleSizes, limit, (sample) =>
      countRows(
        tx,
        selectMatchingComments(tx, filters).where(inSample('c.id', sample)).select('c.id'),
        limit,
      ),
    );
    return hasEnoughMatches
      ? limit
      : countRows(tx, selectMatchingComments(tx, filters).select('c.id'), limit);
  });
}

type Comments = ReturnType<typeof selectMatchingComments>;

/** Samples of comments that have their own index. */
const sampleSizes = [16];
/** A search checks at most so many comments along the index of an order before it sorts all matches instead. */
const maxScannedComments = 50_000;

type Slice = { offset: number; limit: number };
type PageOptions = Slice & {
  /** Whether at least `exactCountLimit` comments match. */
  hasManyMatches: boolean;
  /** Whether visibility is the only filter of the active comments. */
  isUnfiltered: boolean;
  /** The exact number of matches, if a counter provides it. */
  total: number | undefined;
};

/** A page of the matching comments: first the ordered ids, then the rows, so that skipped rows are not joined. */
export async function listComments(
  db: Db,
  filters: CommentFilters,
  ordering: Ordering<CommentField>,
  page: PageOptions,
): Promise<Comment[]> {
  const ids = await (filters.terms.length > 0
    ? searchComments(db, filters, ordering, page)
    : readWithReversePagination({ ordering, ...page }, ({ ordering: direction, ...range }) => {
        const isDeepOffset = page.isUnfiltered && range.offset >= deepOffset;
        return selectIds(
          (isDeepOffset ? selectCommentsAtDeepOffset : selectMatchingComments)(db, filters),
          direction,
          range,
        );
      }));
  if (ids.length === 0) return [];
  const rows = await selectComments(db).where('c.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, toComment(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A search with many matches scans the index of its order; one with few matches, or at a deep offset, sorts them. */
async function searchComments(
  db: Db,
  filters: CommentFilters,
  ordering: Ordering<CommentField>,
  page: PageOptions,
): Promise<number[]> {
  const scanned = page.hasManyMatches ? await scanOrder(db, filters, ordering, page) : [];
  if (scanned.length === page.limit) return scanned;
  return withPlannerSettings(db, 'bitmapScan', (tx) =>
    selectIds(selectMatchingComments(tx, filters), ordering, page),
  );
}

/** The matches among the first comments in an order; an incomplete page if the scan ends before the page is full. */
const scanOrder = (
  db: Db,
  filters: CommentFilters,
  ordering: Ordering<CommentField>,
  slice: Slice,
): Promise<number[]> =>
  withPlannerSettings(db, 'orderedIndexScan', (tx) => {
    const first = orderComments(selectIndexedComments(tx, filters), ordering, {
      offset: 0,
      limit: maxScannedComments,
    });
    const scannedComments = tx.selectFrom(first.selectAll('c').as('c')) as Comments;
    return selectIds(applyUnindexedFilters(scannedComments, filters), ordering, slice);
  });

async function selectIds(
  comments: Comments,
  ordering: Ordering<CommentField>,
  slice: Slice,
): Promise<number[]> {
  const rows = await orderComments(comments, ordering, slice).select('c.id').execute();
  return rows.map(({ id }) => id);
}

function orderComments(
  comments: Comments,
  ordering: Ordering<CommentField>,
  { offset, limit }: Slice,
): Comments {
  const { fields, id } = directionsOf(ordering);
  let query = comments;
  for (const [field, direction] of fields) query = query.orderBy(`c.${field}`, direction);
  return query.orderBy('c.id', id).offset(offset).limit(limit);
}

export type OwnComment = { id: number; postId: number; parentId: number | null; isDeleted: boolean };

/** The comments of an author in the order of their ids, deleted and hidden ones included. */
export async function listOfAuthor(
  db: Db,
  authorId: number,
  { after, limit }: { after: number; limit: number },
): Promise<OwnComment[]> {
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'post_id', 'parent_id', 'deleted_at'])
    .where('author_id', '=', authorId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    postId: row.post_id,
    parentId: row.parent_id,
    isDeleted: row.deleted_at !== null,
  }));
}

/** The number of active comments of each author on a post. */
export async function countByAuthor(db: Db, postId: number): Promise<Array<{ id: number; count: number }>> {
  return db
    .selectFrom('comments')
    .select(({ fn }) => ['author_id as id', fn.countAll<number>().as('count')])
    .where('post_id', '=', postId)
    .where('deleted_at', 'is', null)
    .groupBy('author_id')
    .execute();
}

type Row = Awaited<ReturnType<ReturnType<typeof selectWithoutPost>['executeTakeFirstOrThrow']>>;
type RowWithPost = Awaited<ReturnType<ReturnType<typeof selectComments>['executeTakeFirstOrThrow']>>;

export const toComment = (row: RowWithPost): Comment => toCommentOn(toPost(row), row);

const toPost = (row: RowWithPost): MentionedPost => ({
  id: row.post_id,
  title: row.title,
  slug: row.slug,
  author: { id: row.post_author_id },
  status: row.status as MentionedPost['status'],
  hidden: row.hidden_status === null ? null : { status: row.hidden_status as PostStatus },
  publicNames:
    row.public_title === null || row.public_slug === null
      ? null
      : { title: row.public_title, slug: row.public_slug },
});

export const toCommentOn = (post: MentionedPost, row: Row): Comment => ({
  id: row.id,
  post,
  author: {
    id: row.author_id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    avatar: row.avatar,
  },
  parentId: row.parent_id,
  threadId: row.thread_id,
  depth: row.depth,
  content: row.content,
  repliesCount: row.replies_count,
  isDeleted: row.deleted_at !== null,
  hidden: toHiddenInfo(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

function toHiddenInfo(row: Row): HiddenInfo | null {
  const { deleted_at: at, hider_id: id, hider: username } = row;
  if (!row.is_hidden || at === null) return null;
  const [firstName, lastName] = [row.hider_first_name ?? '', row.hider_last_name ?? ''];
  const by = id !== null && username !== null ? { id, username, firstName, lastName, avatar: null } : null;
  return { at, by, reason: row.hidden_reason, isWaiting: row.waiting_rule !== null };
}

/** The newest active comments of an author. */
export async function listActiveIds(db: Db, authorId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where('author_id', '=', authorId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
