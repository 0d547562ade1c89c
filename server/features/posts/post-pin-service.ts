import type { Accounts } from '#server/features/accounts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { getPinRefusal, type Pin, type PinnedTitle, type PinRefusal } from './pin.ts';
import * as pins from './pin-store.ts';
import type { PostSummary } from './post.ts';
import * as store from './post-store.ts';

/** A pin with its post. */
export type PinnedPost = Pin & { post: PostSummary };
export type PinOutcome = { pin: Pin; isNew: boolean; replaced: PinnedTitle | undefined; postTitle: string };

export type PostPins = ReturnType<typeof createPostPins>;
type Deps = { db: Db; clock: Clock; accounts: Pick<Accounts, 'lock'> };

/** The only writer of the table of pins. The subscriptions module calls it. */
export function createPostPins({ db, clock, accounts }: Deps) {
  /**
   * Pins a published post of a subscriber, or returns the reason for refusal. Locks the post, then the account. The end of
   * a subscription locks the account too, so that no pin outlives it.
   */
  async function pin(
    tx: Db,
    { accountId, postId }: { accountId: number; postId: number },
  ): Promise<PinOutcome | PinRefusal> {
    const post = await store.lockPost(tx, postId);
    await accounts.lock(tx, accountId);
    const refusal = getPinRefusal(post, accountId);
    if (!post || refusal) return refusal ?? 'unknown';
    const before = await pins.findPinned(tx, accountId);
    const pinned = await pins.upsertPin(tx, { accountId, postId }, clock.now());
    if (!pinned) return 'not-subscribed';
    const isNew = before?.postId !== postId;
    return { pin: pinned, isNew, replaced: isNew ? before : undefined, postTitle: post.title };
  }

  /** Removes the pin of an account and returns it. The caller holds the lock of the account. */
  async function unpin(tx: Db, accountId: number): Promise<PinnedTitle | undefined> {
    const before = await pins.findPinned(tx, accountId);
    return before && (await pins.deletePin(tx, accountId)) ? before : undefined;
  }

  /** The pinned post of an account, if the pin is in effect. */
  async function findPinnedPost(accountId: number, from: Db = db): Promise<PinnedPost | undefined> {
    const now = clock.now();
    const found = await pins.findEffectivePin(from, accountId, now);
    const [post] = found ? await store.listSummaries(from, now, { ids: [found.postId] }) : [];
    return found && post && { ...found, post };
  }

  return { pin, unpin, findPinnedPost };
}
