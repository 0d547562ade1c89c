import type { Accounts } from '#server/features/accounts/index.ts';
import type { Categories } from '#server/features/categories/index.ts';
import type { Db } from '#server/platform/db/database.ts';
import * as pins from './pin-store.ts';
import { type CountedState, countChanges } from './post.ts';
import type { PostPorts } from './post-service.ts';
import { addToTotals } from './post-write-store.ts';

export type PostCounters = ReturnType<typeof createPostCounters>;
type Deps = {
  accounts: Pick<Accounts, 'addToCounters' | 'lock'>;
  categories: Pick<Categories, 'addToPostsCount'>;
  ports: Pick<PostPorts, 'onUnpinned'>;
};

/** Updates the counters and the pin when the status, category or existence of a post changes. */
export function createPostCounters({ accounts, categories, ports }: Deps) {
  /**
   * Updates every counter for a post that changes from one counted state to another. The accounts come last and in one
   * call, including those of the commenters, so that locks are taken in one order.
   */
  async function updateCounters(
    tx: Db,
    { id, authorId }: { id: number; authorId: number },
    before: CountedState | undefined,
    after: CountedState | undefined,
    commenters: Array<{ id: number; comments: number }> = [],
  ): Promise<void> {
    const { all, published, comments, categories: categoryChanges } = countChanges(before, after);
    for (const [categoryId, difference] of categoryChanges)
      await categories.addToPostsCount(tx, categoryId, difference);
    if (published !== 0) await addToTotals(tx, id, { published, comments });
    const ofAuthor = all !== 0 || published !== 0 ? [{ id: authorId, posts: all, published }] : [];
    await accounts.addToCounters(tx, [...ofAuthor, ...commenters]);
  }

  /** Locks the account before the pin, as every writer of pins does. */
  async function dropPin(
    tx: Db,
    { id, author_id: authorId }: { id: number; author_id: number },
  ): Promise<void> {
    await accounts.lock(tx, authorId);
    const pinned = await pins.findPinOfPost(tx, id);
    if (pinned && (await pins.deletePin(tx, pinned.accountId))) await ports.onUnpinned(tx, pinned);
  }

  return { updateCounters, dropPin };
}
