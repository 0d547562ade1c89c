import type { Accounts } from '#server/features/accounts/index.ts';
import type { Categories } from '#server/features/categories/index.ts';
import type { Media } from '#server/features/media/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { isTouched } from './article-writer-service.ts';
import * as store from './import-store.ts';
import { markUndone } from './import-task-store.ts';
import { refuse } from './problem.ts';

/** What a run had created, as far as it is gone, and the names of what stays. */
export type Undone = {
  removed: Record<'posts' | 'pictures' | 'categories' | 'accounts', number>;
  kept: Array<{
    kind: 'post' | 'category' | 'account';
    name: string;
    reason: 'edited' | 'discussed' | 'used';
  }>;
};

type Deps = {
  db: Db;
  clock: Clock;
  posts: Pick<Posts, 'lock' | 'removeLocked'>;
  categories: Pick<Categories, 'find' | 'removeUnused'>;
  accounts: Pick<Accounts, 'find' | 'removeUnused'>;
  media: Pick<Media, 'removeUnused'>;
};
type KeptReason = Undone['kept'][number]['reason'];
type RunItem = Awaited<ReturnType<typeof store.listItems>>[number];

const batchSize = 200;

/** Removes what an import has created. Each object is one transaction, so that it can be continued after a kill. */
export function createUndo({ db, clock, posts, categories, accounts, media }: Deps) {
  async function forEach(
    runId: number,
    kind: store.ItemKind,
    work: (item: RunItem) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<void> {
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const items = await store.listItems(db, { runId, kind }, { before, limit: batchSize });
      for (const item of items) {
        signal?.throwIfAborted();
        await work(item);
        before = item.objectId;
      }
      if (items.length < batchSize) return;
    }
  }

  /** The reason why a post stays, with its title. */
  async function removePost(item: RunItem): Promise<{ reason: KeptReason; title: string } | boolean> {
    return inTransaction(db, async (tx) => {
      const post = await posts.lock(tx, item.objectId);
      if (post) {
        if (isTouched(item, post)) return { reason: 'edited', title: post.title };
        if (await store.hasOwnComments(tx, post.id)) return { reason: 'discussed', title: post.title };
        await store.deleteCommentItems(tx, post.id);
        await posts.removeLocked(tx, post);
      }
      await store.deleteItem(tx, { ...item, kind: 'post' });
      return post !== undefined;
    });
  }

  /** Throws Refusal for an unknown run. It can be repeated: kept objects may have become free. */
  return async function undo(runId: number, signal?: AbortSignal): Promise<Undone> {
    const run = await store.findRun(db, runId);
    if (!run) return refuse('imports.runUnknown', {}, { run: String(runId) });
    // The next import of the source must not pass over what is removed now.
    if (run.state === 'running') await store.setRunState(db, runId, 'finished', clock.now());
    const removed = { posts: 0, pictures: 0, categories: 0, accounts: 0 };
    const kept: Undone['kept'] = [];
    const forget = (item: RunItem, kind: store.ItemKind) => store.deleteItem(db, { ...item, kind });
    const removePostItem = async (item: RunItem) => {
      const result = await removePost(item);
      if (typeof result === 'object') kept.push({ kind: 'post', name: result.title, reason: result.reason });
      else if (result) removed.posts += 1;
    };
    await forEach(runId, 'post', removePostItem, signal);
    const removePicture = async (item: RunItem) => {
      if (!(await media.removeUnused(item.objectId))) return;
      removed.pictures += 1;
      await forget(item, 'picture');
    };
    await forEach(runId, 'picture', removePicture, signal);
    const removeCategory = async (item: RunItem) => {
      const category = await categories.find(String(item.objectId));
      if (
        category &&
        !(await categories.removeUnused(category.id, (tx) => store.isCategoryUsed(tx, category.id)))
      ) {
        kept.push({ kind: 'category', name: category.name, reason: 'used' });
        return;
      }
      if (category) removed.categories += 1;
      await forget(item, 'category');
    };
    await forEach(runId, 'category', removeCategory, signal);
    const removeAccount = async (item: RunItem) => {
      const account = await accounts.find(item.objectId);
      if (account && !(await accounts.removeUnused(account.id))) {
        kept.push({ kind: 'account', name: account.username, reason: 'used' });
        return;
      }
      if (account) removed.accounts += 1;
      await forget(item, 'account');
    };
    await forEach(runId, 'account', removeAccount, signal);
    await store.setRunState(db, runId, 'undone', clock.now());
    await markUndone(db, runId, clock.now());
    return { removed, kept };
  };
}
