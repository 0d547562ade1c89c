import type { Accounts } from '#server/features/accounts/index.ts';
import type { Post, Posts } from '#server/features/posts/index.ts';
import type { Actor, User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { invalidFields, notFound } from '#server/platform/errors.ts';
import { type Comment, parentProblem, postProblem, type Thread, toThreads } from './comment.ts';
import * as store from './comment-store.ts';

export type CommentInput = { postId: number; parentId: number | null; content: string };

type Deps = {
  db: Db;
  clock: Clock;
  accounts: Pick<Accounts, 'count'>;
  posts: Pick<Posts, 'get' | 'lock' | 'addComments'>;
};

export type CommentService = ReturnType<typeof createCommentService>;

export function createCommentService({ db, clock, accounts, posts }: Deps) {
  async function create(author: User, input: CommentInput): Promise<Comment> {
    const createdAt = clock.now();
    const id = await inTransaction(db, (tx) => insert(tx, { ...input, authorId: author.id, createdAt }));
    const comment = await store.findComment(db, id);
    if (!comment) throw notFound('comments.notFound');
    return comment;
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
    if (input.parentId !== null) await store.addToRepliesCount(tx, input.parentId, 1);
    await posts.addComments(tx, input.postId, 1);
    await accounts.count(tx, [{ id: input.authorId, comments: 1 }]);
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
    const comments = post.status === 'published' ? await store.listCommentsOfPost(db, post.id) : [];
    return { post, threads: toThreads(comments) };
  }

  async function listReplies(
    actor: Actor,
    commentId: string,
  ): Promise<{ parent: Comment; replies: Comment[] }> {
    const parent = /^\d{1,15}$/.test(commentId) ? await store.findComment(db, Number(commentId)) : undefined;
    if (!parent || parent.isDeleted) throw notFound('comments.notFound');
    await posts.get(actor, String(parent.postId));
    return { parent, replies: await store.listActiveReplies(db, parent.id) };
  }

  return { create, insert, listOfPost, listReplies, countByAuthor: store.countByAuthor };
}
