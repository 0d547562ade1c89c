import { newCommentsMaxCount } from '#contract/comments.ts';
import type { DiscussionOrder } from '#contract/query.ts';
import { canView, type Post, type Posts } from '#server/features/posts/index.ts';
import type { Actor } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/database.ts';
import { notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import { type Comment, getPageLimits, isContentVisible, type Thread, toThreads } from './comment.ts';
import type { CommentAccess } from './comment-access-service.ts';
import type { DiscussionSettingsService, DiscussionState } from './discussion-settings-service.ts';
import * as discussions from './discussion-store.ts';

/** A page of a discussion: at most `limit` comments, after one comment or starting with one. */
export type DiscussionPageQuery = { limit?: string; order?: string; after?: number; from?: number };
export type PostDiscussion = {
  post: Post;
  threads: Thread[];
  nextAfter: number | null;
  settings: DiscussionState;
  newestAt: Date | null;
};
export type Replies = { parent: Comment; count: number; replies: Comment[]; nextAfter: number | null };

export type DiscussionService = ReturnType<typeof createDiscussionService>;

type Deps = {
  db: Db;
  posts: Pick<Posts, 'get'>;
  access: Pick<CommentAccess, 'get'>;
  settings: Pick<DiscussionSettingsService, 'getState'>;
};

/** Comments as threads: the discussion of a post, the replies to a comment. */
export function createDiscussionService({ db, posts, access, settings }: Deps) {
  /** A page of the discussion of a post that the actor can see. A draft has no discussion. */
  async function listForPost(
    actor: Actor,
    postId: string,
    query: DiscussionPageQuery,
  ): Promise<PostDiscussion> {
    if (parseId(postId) === undefined) throw notFound('posts.notFound');
    const post = await posts.get(actor, postId);
    const state = await settings.getState(post);
    if (post.status !== 'published')
      return { post, threads: [], nextAfter: null, settings: state, newestAt: null };
    const limits = getPageLimits(query.limit);
    const order = (query.order || 'newest') as DiscussionOrder;
    // Clients that name no order get the one that they know.
    const pinnedId = query.order ? state.pinnedCommentId : null;
    const position = await resolvePosition(post.id, query);
    const viewerId = actor.kind === 'user' ? actor.id : null;
    const { comments, hasMore } = await discussions.listDiscussion(db, {
      post,
      viewerId,
      order,
      limits,
      pinnedId,
      position,
    });
    const context = position ? await findContext(post, comments) : [];
    const last = comments.at(-1);
    return {
      post,
      threads: withFirst(toThreads([...context, ...comments], actor, order), pinnedId),
      nextAfter: hasMore && last ? last.id : null,
      settings: state,
      newestAt: await discussions.findNewestTime(db, post.id),
    };
  }

  /** The ids of comments on a post that others have written after a time. */
  async function listNewIds(actor: Actor, postId: string, since: Date): Promise<number[]> {
    if (parseId(postId) === undefined) throw notFound('posts.notFound');
    const post = await posts.get(actor, postId);
    if (post.status !== 'published') return [];
    const exceptAuthorId = actor.kind === 'user' ? actor.id : 0;
    return discussions.listNewIds(db, { postId: post.id, since, exceptAuthorId, limit: newCommentsMaxCount });
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
    const parent = await access.get(actor, commentId);
    if (!canView(actor, parent.post)) return { parent, count: 0, replies: [], nextAfter: null };
    const options = { limits: getPageLimits(query.limit), after: query.after };
    const { replies, hasMore } = await discussions.listActiveReplies(db, parent.id, options);
    const last = replies.at(-1);
    return { parent, count: parent.repliesCount, replies, nextAfter: hasMore && last ? last.id : null };
  }

  /** A comment with all replies that the actor can see; without replies if the actor cannot see the post. */
  async function getThread(actor: Actor, comment: Comment): Promise<Thread> {
    if (!canView(actor, comment.post)) return { ...comment, replies: [] };
    const threads = toThreads(await discussions.listThread(db, comment.id, getPageLimits()), actor);
    const thread = threads.find(({ id }) => id === comment.id);
    if (!thread || !isContentVisible(actor, thread)) throw notFound('comments.notFound');
    return thread;
  }

  return { listForPost, listNewIds, listReplies, getThread };
}

const withFirst = (threads: Thread[], id: number | null): Thread[] => [
  ...threads.filter((thread) => thread.id === id),
  ...threads.filter((thread) => thread.id !== id),
];
