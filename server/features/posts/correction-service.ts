import { maxCorrections } from '#contract/corrections.ts';
import type { WaitingRule } from '#contract/publication-rules.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { badRequest, notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import type { TextJudgePort } from '#server/platform/text-moderation.ts';
import { readTexts } from '#server/platform/text-reading.ts';
import * as store from './correction-store.ts';
import type { Post, PostCorrection } from './post.ts';
import type { PostCounters } from './post-counter-service.ts';
import { lockPost, publicationPlanOf } from './post-store.ts';
import { holdPost } from './post-write-store.ts';

export type PostCorrections = ReturnType<typeof createPostCorrections>;

type Deps = {
  db: Db;
  clock: Clock;
  audit: Audit;
  accounts: Pick<Accounts, 'requireStanding'>;
  counters: PostCounters;
  ports: TextJudgePort;
};
type LockedPost = NonNullable<Awaited<ReturnType<typeof lockPost>>>;

/** Corrections of published posts. Callers check permissions with `getForEdit`. */
export function createPostCorrections({ db, clock, audit, accounts, counters, ports }: Deps) {
  /**
   * Adds a correction under the lock of the post; `commitResponse` stores the response in the same transaction. The post waits
   * for a moderator as after any other edit of its author.
   */
  async function add<Result>(
    editor: User,
    { id: postId }: Post,
    text: string,
    commitResponse: (tx: Db, correction: PostCorrection & { isWaiting: boolean }) => Promise<Result>,
  ): Promise<Result> {
    return inTransaction(db, async (tx) => {
      const post = await lockPost(tx, postId);
      if (!post) throw notFound('posts.notFound');
      const isOwn = post.author_id === editor.id;
      await accounts.requireStanding(tx, editor, isOwn ? 'posts.write' : 'texts.edit');
      if (publicationPlanOf(post).status !== 'published') throw badRequest('corrections.notPublished');
      if ((await store.countCorrections(tx, postId)) >= maxCorrections)
        throw badRequest('corrections.tooMany', { max: maxCorrections });
      if (!isOwn)
        await audit.record(tx, {
          action: 'post.correction',
          target: { kind: 'post', id: postId, name: post.title },
          after: { text },
        });
      const isWaiting = isOwn && (await holdIfNeeded(tx, post, text));
      const correction = { postId, editorId: editor.id, text, createdAt: clock.now() };
      return commitResponse(tx, { ...(await store.insertCorrection(tx, correction)), isWaiting });
    });
  }

  /** Whether the post waits for a moderator with the correction. One that waits already counts as changed. */
  async function holdIfNeeded(tx: Db, post: LockedPost, text: string): Promise<boolean> {
    const { id, author_id: authorId, category_id: categoryId, status } = post;
    const isShown = status === 'published';
    const { rule, refusal } = isShown
      ? await ports.judge(tx, {
          authorId,
          categoryId,
          field: 'text',
          text: readTexts([text]),
          before: readTexts([]),
        })
      : { rule: post.waiting_rule as WaitingRule | null };
    if (refusal) throw refusal;
    if (rule) await holdPost(tx, id, rule, clock.now());
    if (rule && isShown) {
      await counters.updateCounters(tx, { id, authorId }, post, { ...post, status: 'hidden' });
      await counters.dropPin(tx, post);
    }
    return rule !== null;
  }

  async function remove(editor: User, { id: postId, title, author }: Post, id: string): Promise<void> {
    const correctionId = parseId(id);
    if (correctionId === undefined) return;
    await inTransaction(db, async (tx) => {
      const text = await store.deleteCorrection(tx, postId, correctionId);
      if (text !== undefined && author.id !== editor.id)
        await audit.record(tx, {
          action: 'post.correction-delete',
          target: { kind: 'post', id: postId, name: title },
          before: { text },
        });
    });
  }

  return { add, remove };
}
