import type { ModerationState } from '#contract/staff.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Post, Posts } from '#server/features/posts/index.ts';
import type { Actor, User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { orderingOf, type Page, pageOf } from '#server/platform/db/paging.ts';
import { searchTerms } from '#server/platform/db/search-terms.ts';
import { forbidden, invalidFields, notFound } from '#server/platform/errors.ts';
import {
  type Comment,
  canDelete,
  canEdit,
  exactCountLimit,
  isAuthor,
  parentProblem,
  postProblem,
  type Thread,
  toThreads,
} from './comment.ts';
import type { Recount } from './comment-count-service.ts';
import type { CommentFilters } from './comment-filters.ts';
import * as store from './comment-store.ts';

export type CommentQuery = {
  search?: string;
  ordering?: string;
  post?: number;
  author?: number;
  parent?: number;
  is_active?: boolean;
  page?: string;
  page_size?: string;
};
export type CommentPage = { comments: Comment[]; count: number; page: Page };
export type CommentInput = { postId: number; parentId: number | null; content: string };

type Deps = {
  db: Db;
  clock: Clock;
  accounts: Pick<Accounts, 'get'>;
  posts: Pick<Posts, 'get' | 'find' | 'lock' | 'countComments'>;
  recount: Recount;
};

const newestFirst = [{ field: 'created_at' as const, isDescending: true }];
const orderingFields = { created_at: 'created_at', updated_at: 'updated_at' } as const;

export type CommentService = ReturnType<typeof createCommentService>;

export function createCommentService({ db, clock, accounts, posts, recount }: Deps) {
  /** Writes a comment; `settle` answers in the transaction that inserts it. */
  async function create<Answer>(
    author: User,
    input: CommentInput,
    settle: (tx: Db, comment: Comment) => Promise<Answer>,
  ): Promise<Answer> {
    const createdAt = clock.now();
    return inTransaction(db, async (tx) => {
      const id = await insert(tx, { ...input, authorId: author.id, createdAt });
      const comment = await store.findComment(tx, id);
      if (!comment) throw notFound('comments.notFound');
      return settle(tx, comment);
    });
  }

  /** Inserts a comment with its counters; 400 under `post` or `parent` for what cannot be answered. */
  async function insert(
    tx: Db,
    input: CommentInput & { authorId: number; createdAt: Date },
  ): Promise<number> {
    const post = await posts.lock(tx, input.postId);
    const closed = postProblem(post);
    if (closed) throw invalidFields({ post: closed });
    const depth = await depthUnder(tx, input);
    const id = await store.insertComment(tx, { ...input, depth });
    await recount(tx, { ...input, author: { id: input.authorId } }, 1);
    return id;
  }

  async function depthUnder(tx: Db, { parentId, postId }: CommentInput): Promise<number> {
    if (parentId === null) return 0;
    const parent = await store.lockParent(tx, parentId);
    const problem = parentProblem(parent, postId);
    if (!parent || problem) throw invalidFields({ parent: problem ?? 'comments.parentUnknown' });
    return parent.depth + 1;
  }

  /** The discussion of a post the actor may see; a draft has none. */
  async function listOfPost(actor: Actor, postId: string): Promise<{ post: Post; threads: Thread[] }> {
    if (!/^\d{1,15}$/.test(postId)) throw notFound('posts.notFound');
    const post = await posts.get(actor, postId);
    const comments = post.status === 'published' ? await store.listCommentsOfPost(db, post) : [];
    return { post, threads: toThreads(comments) };
  }

  async function listReplies(
    actor: Actor,
    commentId: string,
  ): Promise<{ parent: Comment; replies: Comment[] }> {
    const parent = await get(actor, commentId);
    return { parent, replies: await store.listActiveReplies(db, parent.id) };
  }

  /**
   * A living comment by its id: 404 where the actor may not see its post. One's own comments are always there: they
   * stand in the list of one's comments, and must be within reach to be deleted.
   */
  async function get(actor: Actor, commentId: string): Promise<Comment> {
    const comment = /^\d{1,15}$/.test(commentId) ? await store.findComment(db, Number(commentId)) : undefined;
    if (!comment || comment.isDeleted) throw notFound('comments.notFound');
    if (!isAuthor(actor, comment)) await posts.get(actor, String(comment.postId));
    return comment;
  }

  async function getForEdit(actor: Actor, commentId: string): Promise<Comment> {
    const comment = await get(actor, commentId);
    if (!canEdit(actor, comment)) throw forbidden();
    return comment;
  }

  /** A living comment with everything that can be seen below it. */
  async function threadOf({ id }: Comment): Promise<Thread> {
    const thread = toThreads(await store.listThread(db, id)).find((root) => root.id === id);
    if (!thread || thread.isDeleted) throw notFound('comments.notFound');
    return thread;
  }

  /** Active comments on posts that the actor may see. */
  async function list(actor: Actor, query: CommentQuery): Promise<CommentPage> {
    const isStaff = actor.kind === 'user' && actor.isStaff;
    const others = actor.kind === 'user' ? { orBy: actor.id } : ('published' as const);
    const filters = filtersOf(query, { isActive: true, onPosts: isStaff ? 'all' : others });
    return page({ ...filters, authorId: query.author }, query);
  }

  /** The user's own comments on any post: the active ones, or the deleted ones. */
  async function listOwn(user: User, query: CommentQuery): Promise<CommentPage> {
    const filters = filtersOf(query, { isActive: query.is_active ?? true, onPosts: 'all' });
    return page({ ...filters, authorId: user.id }, query);
  }

  /** What moderators look through: the active comments, or those that are hidden. */
  async function listForModeration({
    state,
    ...query
  }: CommentQuery & { state?: ModerationState }): Promise<CommentPage> {
    const isHidden = state === 'hidden';
    return page({ ...filtersOf(query, { isActive: !isHidden, onPosts: 'all' }), isHidden }, query);
  }

  async function page(filters: CommentFilters, query: CommentQuery): Promise<CommentPage> {
    const ordering = orderingOf(query.ordering, orderingFields, newestFirst);
    const count = await countOf(filters);
    const found = pageOf(query, count);
    const isWhole = narrowings(filters) === 0;
    const part = {
      offset: found.offset,
      limit: found.size,
      isWide: count >= exactCountLimit,
      isWhole,
      // Others see a few more than are counted.
      total: isWhole && filters.onPosts === 'published' ? count : undefined,
    };
    return { comments: await store.listComments(db, filters, ordering, part), count, page: found };
  }

  /**
   * From the counters that writes keep, where they count the same; else one by one up to ten thousand. Where nobody
   * counts further (searches, two filters at once, deleted comments), the list ends there.
   */
  async function countOf(filters: CommentFilters): Promise<number> {
    const { postId, authorId, parentId, onPosts } = filters;
    const mayBeKept = narrowings(filters) <= 1;
    if (narrowings(filters) === 0) {
      const all = await posts.countComments();
      // Some see a few more: those under their own posts that are not published.
      if (onPosts === 'published' || all > exactCountLimit) return all;
    }
    const post = mayBeKept && postId !== undefined ? await posts.find(String(postId)) : undefined;
    if (post?.status === 'published') return post.commentsCount;
    const ofAuthor = mayBeKept && authorId !== undefined ? (await accounts.get(authorId)).commentsCount : 0;
    if (ofAuthor > exactCountLimit) return ofAuthor;
    const count = await store.countComments(db, filters, exactCountLimit + 1);
    if (count <= exactCountLimit) return count;
    if (mayBeKept && parentId !== undefined)
      return (await store.findComment(db, parentId))?.repliesCount ?? 0;
    return exactCountLimit;
  }

  async function update(comment: Comment, content: string | undefined): Promise<Thread> {
    if (content !== undefined && content !== comment.content) {
      const isThere = await store.updateContent(db, comment.id, content, clock.now());
      if (!isThere) throw notFound('comments.notFound');
    }
    return threadOf(comment);
  }

  /** Takes a comment out of every list and counter; what stands below it stays. */
  async function remove(user: User, commentId: string): Promise<void> {
    const comment = await get(user, commentId);
    if (!canDelete(user, comment)) throw forbidden();
    await inTransaction(db, async (tx) => {
      // The post is locked first, as when a comment is written: so two changes of a discussion never wait crosswise.
      await posts.lock(tx, comment.postId);
      const isDeleted = await store.markDeleted(tx, comment.id, { by: user.id, at: clock.now() });
      if (!isDeleted) throw notFound('comments.notFound');
      await recount(tx, comment, -1);
    });
  }

  return {
    create,
    insert,
    get,
    getForEdit,
    threadOf,
    list,
    listOwn,
    listForModeration,
    listOfPost,
    listReplies,
    update,
    remove,
    countByAuthor: store.countByAuthor,
  };
}

const filtersOf = (
  { search, post, parent }: CommentQuery,
  scope: Pick<CommentFilters, 'isActive' | 'onPosts'>,
): CommentFilters => ({ terms: searchTerms(search), postId: post, parentId: parent, ...scope });

/** How many filters narrow the living comments down: endlessly many, where it is something that no counter counts. */
function narrowings({ terms, postId, authorId, parentId, isActive }: CommentFilters): number {
  if (terms.length > 0 || !isActive) return Number.POSITIVE_INFINITY;
  return [postId, authorId, parentId].filter((id) => id !== undefined).length;
}
