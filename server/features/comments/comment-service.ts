import { exactCountLimit } from '#contract/query.ts';
import type { ModerationState } from '#contract/staff.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import { canView, type Post, type Posts } from '#server/features/posts/index.ts';
import { type QuotaClaims, textBytes } from '#server/features/quotas/index.ts';
import type { Actor, User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { orderingOf, type Page, pageOf } from '#server/platform/db/paging.ts';
import { searchTerms } from '#server/platform/db/search-terms.ts';
import { forbidden, invalidFields, notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import {
  type Comment,
  canDelete,
  canEdit,
  canRead,
  getPageLimits,
  isContentVisible,
  parentProblem,
  postProblem,
  type Thread,
  toThreads,
} from './comment.ts';
import { toCountedComment, type UpdateCounters } from './comment-counter-service.ts';
import type { CommentFilters } from './comment-filters.ts';
import * as store from './comment-store.ts';
import * as discussions from './discussion-store.ts';

export type CommentQuery = {
  search?: string;
  ordering?: string;
  post?: number;
  author?: number;
  parent?: number;
  is_active?: boolean;
  with_hidden?: boolean;
  page?: string;
  page_size?: string;
};
/** A page of a discussion: at most `limit` comments, after one comment or starting with one. */
export type DiscussionPageQuery = { limit?: string; after?: number; from?: number };
export type PostDiscussion = { post: Post; threads: Thread[]; nextAfter: number | null };
export type Replies = { parent: Comment; count: number; replies: Comment[]; nextAfter: number | null };
export type CommentPage = { comments: Comment[]; count: number; page: Page };
export type CommentInput = { postId: number; parentId: number | null; content: string };

type Deps = {
  db: Db;
  clock: Clock;
  accounts: Pick<Accounts, 'get'>;
  posts: Pick<Posts, 'get' | 'find' | 'lock' | 'countComments'>;
  updateCounters: UpdateCounters;
  quotas: Pick<QuotaClaims, 'checkText'>;
};

const newestFirst = [{ field: 'created_at' as const, isDescending: true }];
const orderingFields = { created_at: 'created_at', updated_at: 'updated_at' } as const;

export type CommentService = ReturnType<typeof createCommentService>;

export function createCommentService({ db, clock, accounts, posts, updateCounters, quotas }: Deps) {
  /** Writes a comment; `commitResponse` stores the response in the transaction that inserts it. */
  async function create<Result>(
    author: User,
    input: CommentInput,
    commitResponse: (tx: Db, comment: Comment) => Promise<Result>,
  ): Promise<Result> {
    const createdAt = clock.now();
    const added = { comments: { items: 1, bytes: textBytes(input.content) } };
    const claim = await quotas.checkText(author, added);
    return inTransaction(db, async (tx) => {
      await posts.lock(tx, input.postId);
      await claim(tx);
      const id = await insert(tx, { ...input, authorId: author.id, createdAt });
      const comment = await store.findComment(tx, id);
      if (!comment) throw notFound('comments.notFound');
      return commitResponse(tx, comment);
    });
  }

  /** Inserts a comment and updates the counters; 400 under `post` or `parent` when it does not accept replies. */
  async function insert(
    tx: Db,
    input: CommentInput & { authorId: number; createdAt: Date },
  ): Promise<number> {
    const post = await posts.lock(tx, input.postId);
    const closed = postProblem(post);
    if (closed) throw invalidFields({ post: closed });
    const depth = await getDepth(tx, input);
    const id = await store.insertComment(tx, { ...input, depth });
    await updateCounters(tx, { ...input, author: { id: input.authorId } }, 1);
    return id;
  }

  async function getDepth(tx: Db, { parentId, postId }: CommentInput): Promise<number> {
    if (parentId === null) return 0;
    const parent = await store.lockParent(tx, parentId);
    const problem = parentProblem(parent, postId);
    if (!parent || problem) throw invalidFields({ parent: problem ?? 'comments.parentUnknown' });
    return parent.depth + 1;
  }

  /** A page of the discussion of a post that the actor can see. A draft has no discussion. */
  async function listForPost(
    actor: Actor,
    postId: string,
    query: DiscussionPageQuery,
  ): Promise<PostDiscussion> {
    if (parseId(postId) === undefined) throw notFound('posts.notFound');
    const post = await posts.get(actor, postId);
    if (post.status !== 'published') return { post, threads: [], nextAfter: null };
    const limits = getPageLimits(query.limit);
    const position = await resolvePosition(post.id, query);
    const viewerId = actor.kind === 'user' ? actor.id : null;
    const { comments, hasMore } = await discussions.listDiscussion(db, { post, viewerId, limits, position });
    const context = position ? await findContext(post, comments) : [];
    const last = comments.at(-1);
    return {
      post,
      threads: toThreads([...context, ...comments], actor),
      nextAfter: hasMore && last ? last.id : null,
    };
  }

  async function resolvePosition(
    postId: number,
    { after, from }: DiscussionPageQuery,
  ): Promise<discussions.DiscussionPosition | undefined> {
    const named = from ?? after;
    const position = named === undefined ? undefined : await discussions.findPosition(db, postId, named);
    return position && from === undefined ? { ...position, id: position.id + 1 } : position;
  }

  /** The context of a page that begins inside a thread: the thread's first comment and the parent of the page's first. */
  async function findContext(post: Post, [first]: Comment[]): Promise<Comment[]> {
    if (!first || first.parentId === null) return [];
    return discussions.listCommentsById(db, post, [...new Set([first.threadId, first.parentId])]);
  }

  async function listReplies(actor: Actor, commentId: string, query: DiscussionPageQuery): Promise<Replies> {
    const parent = await get(actor, commentId);
    if (!canView(actor, parent.post)) return { parent, count: 0, replies: [], nextAfter: null };
    const options = { limits: getPageLimits(query.limit), after: query.after };
    const { replies, hasMore } = await discussions.listActiveReplies(db, parent.id, options);
    const last = replies.at(-1);
    return { parent, count: parent.repliesCount, replies, nextAfter: hasMore && last ? last.id : null };
  }

  /** A comment by its id; 404 if the actor may not read it. */
  async function get(actor: Actor, commentId: string): Promise<Comment> {
    const id = parseId(commentId);
    const comment = id === undefined ? undefined : await store.findComment(db, id);
    if (!comment || !canRead(actor, comment)) throw notFound('comments.notFound');
    return comment;
  }

  /** A comment that can be changed; 404 for a hidden one, whose text must stay as the moderator saw it. */
  async function getActive(actor: Actor, commentId: string): Promise<Comment> {
    const comment = await get(actor, commentId);
    if (comment.isDeleted) throw notFound('comments.notFound');
    return comment;
  }

  async function getForEdit(actor: Actor, commentId: string): Promise<Comment> {
    const comment = await getActive(actor, commentId);
    if (!canEdit(actor, comment)) throw forbidden();
    return comment;
  }

  /** A comment with all replies that the actor can see; without replies if the actor cannot see the post. */
  async function getThread(actor: Actor, comment: Comment): Promise<Thread> {
    if (!canView(actor, comment.post)) return { ...comment, replies: [] };
    const threads = toThreads(await discussions.listThread(db, comment.id, getPageLimits()), actor);
    const thread = threads.find(({ id }) => id === comment.id);
    if (!thread || !isContentVisible(actor, thread)) throw notFound('comments.notFound');
    return thread;
  }

  /** Active comments on posts that the actor can see. */
  async function list(actor: Actor, query: CommentQuery): Promise<CommentPage> {
    const isStaff = actor.kind === 'user' && actor.isStaff;
    const others = actor.kind === 'user' ? { orAuthorId: actor.id } : ('published' as const);
    const filters = toFilters(query, { isActive: true, onPosts: isStaff ? 'all' : others });
    return page({ ...filters, authorId: query.author }, query);
  }

  /** The user's own comments on any post: the active ones, optionally with the hidden ones, or the deleted ones. */
  async function listOwn(user: User, query: CommentQuery): Promise<CommentPage> {
    const isActive = query.is_active ?? true;
    const filters = toFilters(query, { isActive, onPosts: 'all' });
    return page({ ...filters, authorId: user.id, withHidden: isActive && query.with_hidden === true }, query);
  }

  /** The active or the hidden comments, for moderators. */
  async function listForModeration({
    state,
    ...query
  }: CommentQuery & { state?: ModerationState }): Promise<CommentPage> {
    const isHidden = state === 'hidden';
    return page({ ...toFilters(query, { isActive: !isHidden, onPosts: 'all' }), isHidden }, query);
  }

  async function page(filters: CommentFilters, query: CommentQuery): Promise<CommentPage> {
    const ordering = orderingOf(query.ordering, orderingFields, newestFirst);
    const count = await countMatching(filters);
    const found = pageOf(query, count);
    const isUnfiltered = countFilters(filters) === 0;
    const pageOptions = {
      offset: found.offset,
      limit: found.size,
      hasManyMatches: count >= exactCountLimit,
      isUnfiltered,
      // Exact only for guests: others also see comments under their own drafts, which the counter does not count.
      total: isUnfiltered && filters.onPosts === 'published' ? count : undefined,
    };
    return { comments: await store.listComments(db, filters, ordering, pageOptions), count, page: found };
  }

  /**
   * Uses a maintained counter if one counts the same set, otherwise counts rows up to ten thousand. A list without a
   * counter (searches, two filters at once, deleted comments) ends there.
   */
  async function countMatching(filters: CommentFilters): Promise<number> {
    const { postId, authorId, parentId, onPosts, withHidden } = filters;
    if (withHidden) {
      const hidden = { ...filters, withHidden: false, isActive: false, isHidden: true };
      return (await countMatching({ ...filters, withHidden: false })) + (await countMatching(hidden));
    }
    const canUseCounter = countFilters(filters) <= 1;
    if (countFilters(filters) === 0) {
      const all = await posts.countComments();
      // Authors also see the comments under their own unpublished posts, which the counter does not count.
      if (onPosts === 'published' || all > exactCountLimit) return all;
    }
    const post = canUseCounter && postId !== undefined ? await posts.find(String(postId)) : undefined;
    if (post?.status === 'published') return post.commentsCount;
    const authorCount =
      canUseCounter && authorId !== undefined ? (await accounts.get(authorId)).commentsCount : 0;
    if (authorCount > exactCountLimit) return authorCount;
    const count = await store.countComments(db, filters, exactCountLimit + 1);
    if (count <= exactCountLimit) return count;
    if (canUseCounter && parentId !== undefined)
      return (await store.findComment(db, parentId))?.repliesCount ?? 0;
    return exactCountLimit;
  }

  async function update(actor: User, comment: Comment, content: string | undefined): Promise<Thread> {
    if (content !== undefined && content !== comment.content) {
      const bytes = textBytes(content) - textBytes(comment.content);
      const claim = await quotas.checkText(actor, { comments: { items: 0, bytes } });
      await inTransaction(db, async (tx) => {
        await claim(tx);
        const isUpdated = await store.updateContent(tx, comment.id, content, clock.now());
        if (!isUpdated) throw notFound('comments.notFound');
      });
    }
    return getThread(actor, comment);
  }

  /** Removes a comment from every list and counter and keeps its replies. */
  async function remove(user: User, commentId: string): Promise<void> {
    const comment = await getActive(user, commentId);
    if (!canDelete(user, comment)) throw forbidden();
    await inTransaction(db, async (tx) => {
      // The post is locked first, as when a comment is written: two changes of a discussion must not deadlock.
      await posts.lock(tx, comment.post.id);
      const isDeleted = await store.markDeleted(tx, comment.id, { by: user.id, at: clock.now() });
      if (!isDeleted) throw notFound('comments.notFound');
      await updateCounters(tx, toCountedComment(comment), -1);
    });
  }

  return {
    create,
    insert,
    get,
    getForEdit,
    getThread,
    list,
    listOwn,
    listForModeration,
    listForPost,
    listReplies,
    update,
    remove,
    countByAuthor: store.countByAuthor,
  };
}

const toFilters = (
  { search, post, parent }: CommentQuery,
  scope: Pick<CommentFilters, 'isActive' | 'onPosts'>,
): CommentFilters => ({ terms: searchTerms(search), postId: post, parentId: parent, ...scope });

/** The number of filters on the active comments; infinite when no counter can match (search, inactive comments). */
function countFilters({ terms, postId, authorId, parentId, isActive }: CommentFilters): number {
  if (terms.length > 0 || !isActive) return Number.POSITIVE_INFINITY;
  return [postId, authorId, parentId].filter((id) => id !== undefined).length;
}
