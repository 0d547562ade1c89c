import { maxCorrections } from '#contract/corrections.ts';
import type { Audit } from '#server/features/audit/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { badRequest, notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import * as store from './correction-store.ts';
import type { Post, PostCorrection } from './post.ts';
import { lockPost, publicationPlanOf } from './post-store.ts';

export type PostCorrections = ReturnType<typeof createPostCorrections>;

/** Corrections of published posts. Callers check permissions with `getForEdit`. */
export function createPostCorrections({ db, clock, audit }: { db: Db; clock: Clock; audit: Audit }) {
  /** Adds a correction under the lock of the post; `commitResponse` stores the response in the same transaction. */
  async function add<Result>(
    editor: User,
    { id: postId }: Post,
    text: string,
    commitResponse: (tx: Db, correction: PostCorrection) => Promise<Result>,
  ): Promise<Result> {
    return inTransaction(db, async (tx) => {
      const post = await lockPost(tx, postId);
      if (!post) throw notFound('posts.notFound');
      if (publicationPlanOf(post).status !== 'published') throw badRequest('corrections.notPublished');
      if ((await store.countCorrections(tx, postId)) >= maxCorrections)
        throw badRequest('corrections.tooMany', { max: maxCorrections });
      if (post.author_id !== editor.id)
        await audit.record(tx, {
          action: 'post.correction',
          target: { kind: 'post', id: postId, name: post.title },
          after: { text },
        });
      const correction = { postId, editorId: editor.id, text, createdAt: clock.now() };
      return commitResponse(tx, await store.insertCorrection(tx, correction));
    });
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
