import type { Accounts } from '#server/features/accounts/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import { type QuotaClaims, textBytes } from '#server/features/quotas/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { forbidden, invalidFields, notFound } from '#server/platform/errors.ts';
import { type Comment, canDelete, parentProblem, postProblem, type Thread } from './comment.ts';
import type { CommentAccess } from './comment-access-service.ts';
import { toCountedComment, type UpdateCounters } from './comment-counter-service.ts';
import * as store from './comment-store.ts';
import type { DiscussionService } from './discussion-service.ts';

export type CommentInput = { postId: number; parentId: number | null; content: string };

type Deps = {
  audit: Audit;
  db: Db;
  clock: Clock;
  posts: Pick<Posts, 'lock'>;
  access: Pick<CommentAccess, 'getActive'>;
  discussions: Pick<DiscussionService, 'getThread'>;
  updateCounters: UpdateCounters;
  quotas: Pick<QuotaClaims, 'checkText'>;
  accounts: Pick<Accounts, 'requireStanding'>;
};

/** Creates, changes and deletes comments and updates the counters. */
export function createCommentWriter({
  audit,
  db,
  clock,
  posts,
  access,
  discussions,
  updateCounters,
  quotas,
  accounts,
}: Deps) {
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
      await accounts.requireStanding(tx, author, 'comments.write');
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

  async function update(actor: User, comment: Comment, content: string | undefined): Promise<Thread> {
    if (content !== undefined && content !== comment.content) {
      const bytes = textBytes(content) - textBytes(comment.content);
      const claim = await quotas.checkText(actor, { comments: { items: 0, bytes } });
      await inTransaction(db, async (tx) => {
        await claim(tx);
        const isOwn = comment.author.id === actor.id;
        await accounts.requireStanding(tx, actor, isOwn ? 'comments.write' : 'texts.edit');
        const isUpdated = await store.updateContent(tx, comment.id, content, clock.now());
        if (!isUpdated) throw notFound('comments.notFound');
        if (!isOwn)
          await audit.record(tx, {
            action: 'comment.edit',
            target: { kind: 'comment', id: comment.id, name: comment.author.username },
            before: { content: comment.content },
            after: { content },
          });
      });
    }
    return discussions.getThread(actor, comment);
  }

  /** Removes a comment from every list and counter and keeps its replies. */
  async function remove(user: User, commentId: string): Promise<void> {
    const comment = await access.getActive(user, commentId);
    if (!canDelete(user, comment)) throw forbidden();
    await inTransaction(db, async (tx) => {
      // The post is locked first, as when a comment is written: two changes of a discussion must not deadlock.
      await posts.lock(tx, comment.post.id);
      const isDeleted = await store.markDeleted(tx, comment.id, { by: user.id, at: clock.now() });
      if (!isDeleted) throw notFound('comments.notFound');
      await updateCounters(tx, toCountedComment(comment), -1);
      if (comment.author.id !== user.id)
        await audit.record(tx, {
          action: 'comment.delete',
          target: { kind: 'comment', id: comment.id, name: comment.author.username },
          before: { content: comment.content },
        });
    });
  }

  return { create, insert, update, remove };
}
