import type { WaitingRule } from '#contract/publication-rules.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
import { namesFor, type Posts } from '#server/features/posts/index.ts';
import { type QuotaClaims, textBytes } from '#server/features/quotas/index.ts';
import { guest, type User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { forbidden, invalidFields, notFound } from '#server/platform/errors.ts';
import type { JudgedText, TextJudgePort } from '#server/platform/text-moderation.ts';
import { readTexts } from '#server/platform/text-reading.ts';
import { type Comment, canDelete, parentProblem, type Thread } from './comment.ts';
import type { CommentAccess } from './comment-access-service.ts';
import { toCountedComment, type UpdateCounters } from './comment-counter-service.ts';
import * as store from './comment-store.ts';
import * as writeStore from './comment-write-store.ts';
import type { DiscussionService } from './discussion-service.ts';
import type { DiscussionSettingsService } from './discussion-settings-service.ts';

export type CommentInput = { postId: number; parentId: number | null; content: string };
/** `isTrapped`: a field was filled in that people do not see. */
type WrittenComment = CommentInput & { isTrapped?: boolean };

const authorBatchSize = 500;
export type CommentEdit = {
  commentId: number;
  authorId: number;
  postId: number;
  title: string;
  editor: { id: number; username: string };
};
export type CommentPorts = {
  /** Called when an editor changes the comment of another author. */
  onEdited(tx: Db, edit: CommentEdit): Promise<void>;
};

type Deps = {
  audit: Audit;
  db: Db;
  clock: Clock;
  posts: Pick<Posts, 'lock'>;
  access: Pick<CommentAccess, 'getActive'>;
  discussions: Pick<DiscussionService, 'getThread'>;
  settings: Pick<DiscussionSettingsService, 'requireOpen'>;
  updateCounters: UpdateCounters;
  quotas: Pick<QuotaClaims, 'checkText'>;
  accounts: Pick<Accounts, 'requireStanding'>;
  ports: CommentPorts & TextJudgePort;
};

/** Creates, changes and deletes comments and updates the counters. */
export function createCommentWriter({
  audit,
  db,
  clock,
  posts,
  access,
  discussions,
  settings,
  updateCounters,
  quotas,
  accounts,
  ports,
}: Deps) {
  /** Writes a comment; `commitResponse` stores the response in the transaction that inserts it. */
  async function create<Result>(
    author: User,
    { isTrapped, ...input }: WrittenComment,
    commitResponse: (tx: Db, comment: Comment) => Promise<Result>,
  ): Promise<Result> {
    const createdAt = clock.now();
    const added = { comments: { items: 1, bytes: textBytes(input.content) } };
    const claim = await quotas.checkText(author, added);
    return inTransaction(db, async (tx) => {
      const post = await posts.lock(tx, input.postId);
      await claim(tx);
      await accounts.requireStanding(tx, author, 'comments.write');
      if (post?.status !== 'published') throw invalidFields({ post: 'comments.postUnknown' });
      await settings.requireOpen(tx, author, post, createdAt);
      const waitingRule = await judge(tx, {
        authorId: author.id,
        categoryId: post.category_id,
        text: readTexts([input.content]),
        isTrapped: isTrapped === true,
      });
      const id = await insert(tx, { ...input, authorId: author.id, createdAt, waitingRule });
      const comment = await store.findComment(tx, id);
      if (!comment) throw notFound('comments.notFound');
      return commitResponse(tx, comment);
    });
  }

  /** Why a comment waits for a moderator; throws if it must not be published. */
  async function judge(tx: Db, text: JudgedText): Promise<WaitingRule | null> {
    const { rule, refusal } = await ports.judge(tx, text);
    if (refusal) throw refusal;
    return rule;
  }

  /** Inserts a comment and updates the counters. With a `waitingRule` only its author and moderators see it. */
  async function insert(
    tx: Db,
    {
      waitingRule,
      ...input
    }: CommentInput & { authorId: number; createdAt: Date; waitingRule: WaitingRule | null },
  ): Promise<number> {
    const depth = await getDepth(tx, input);
    const id = await writeStore.insertComment(tx, { ...input, depth });
    if (waitingRule) await writeStore.markWaiting(tx, id, waitingRule, input.createdAt);
    else await updateCounters(tx, { ...input, author: { id: input.authorId } }, 1);
    return id;
  }

  async function getDepth(tx: Db, { parentId, postId }: CommentInput): Promise<number> {
    if (parentId === null) return 0;
    const parent = await writeStore.lockParent(tx, parentId);
    const problem = parentProblem(parent, postId);
    if (!parent || problem) throw invalidFields({ parent: problem ?? 'comments.parentUnknown' });
    return parent.depth + 1;
  }

  async function update(actor: User, comment: Comment, content: string | undefined): Promise<Thread> {
    if (content !== undefined && content !== comment.content) {
      const bytes = textBytes(content) - textBytes(comment.content);
      const claim = await quotas.checkText(actor, { comments: { items: 0, bytes } });
      await inTransaction(db, async (tx) => {
        const post = await posts.lock(tx, comment.post.id);
        await claim(tx);
        const isOwn = comment.author.id === actor.id;
        await accounts.requireStanding(tx, actor, isOwn ? 'comments.write' : 'texts.edit');
        const state = await writeStore.lockState(tx, comment.id);
        if (!state) throw notFound('comments.notFound');
        const now = clock.now();
        await writeStore.updateContent(tx, comment.id, content, now);
        if (isOwn && !state.isWaiting) {
          const waitingRule = await judge(tx, {
            authorId: actor.id,
            categoryId: post?.category_id ?? null,
            text: readTexts([content]),
            before: readTexts([state.content]),
          });
          if (waitingRule) {
            await writeStore.markWaiting(tx, comment.id, waitingRule, now);
            await updateCounters(tx, toCountedComment(comment), -1);
          }
        }
        if (!isOwn) await recordEdit(tx, actor, comment, content);
      });
    }
    return discussions.getThread(actor, comment);
  }

  async function recordEdit(tx: Db, editor: User, { id, author, post, ...before }: Comment, content: string) {
    await audit.record(tx, {
      action: 'comment.edit',
      target: { kind: 'comment', id, name: author.username },
      before: { content: before.content },
      after: { content },
    });
    // The title that everybody may know: the author of the comment may not see the post any more.
    const { title } = namesFor(guest, post);
    await ports.onEdited(tx, { commentId: id, authorId: author.id, postId: post.id, title, editor });
  }

  /** Removes a comment from every list and counter and keeps its replies. */
  async function remove(user: User, commentId: string): Promise<void> {
    const comment = await access.getActive(user, commentId);
    if (!canDelete(user, comment)) throw forbidden();
    await inTransaction(db, async (tx) => {
      // The post is locked first, as when a comment is written: two changes of a discussion must not deadlock.
      await posts.lock(tx, comment.post.id);
      const state = await writeStore.lockState(tx, comment.id);
      if (!state) throw notFound('comments.notFound');
      await writeStore.markDeleted(tx, comment.id, { by: user.id, at: clock.now() });
      if (!state.isWaiting) await updateCounters(tx, toCountedComment(comment), -1);
      if (comment.author.id !== user.id)
        await audit.record(tx, {
          action: 'comment.delete',
          target: { kind: 'comment', id: comment.id, name: comment.author.username },
          before: { content: comment.content },
        });
    });
  }

  /**
   * Deletes the comments of an author; replies of others stay under an empty place. With `keep` only those that are not
   * public lose their texts.
   */
  async function removeOfAuthor(authorId: number, texts: 'keep' | 'remove'): Promise<void> {
    let after = 0;
    let found: store.OwnComment[];
    do {
      found = await store.listOfAuthor(db, authorId, { after, limit: authorBatchSize });
      for (const comment of found)
        if (comment.isDeleted || texts === 'remove') await removeForGood(authorId, comment);
      after = found.at(-1)?.id ?? after;
    } while (found.length === authorBatchSize);
  }

  async function removeForGood(authorId: number, { id, postId, parentId }: store.OwnComment): Promise<void> {
    await inTransaction(db, async (tx) => {
      await posts.lock(tx, postId);
      const state = await writeStore.lockState(tx, id);
      await writeStore.markDeleted(tx, id, { by: authorId, at: clock.now() });
      if (state && !state.isWaiting)
        await updateCounters(tx, { postId, parentId, author: { id: authorId } }, -1);
      await writeStore.clearContent(tx, id);
    });
  }

  return { create, update, remove, removeOfAuthor };
}
