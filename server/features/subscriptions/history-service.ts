import type { HistoryAction } from '#contract/subscribe.ts';
import type { PinnedTitle } from '#server/features/posts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { insertHistory } from './subscription-store.ts';

/** A new entry of a history; its id identifies the event. */
export type RecordedEntry = {
  id: number;
  accountId: number;
  action: HistoryAction;
  metadata: Record<string, unknown>;
};

/** Late-bound ports, implemented by slices that depend on this one. */
export type SubscriptionPorts = {
  /** Called for each new history entry, in the same transaction. */
  onRecorded(tx: Db, entry: RecordedEntry): Promise<void>;
};

export type HistoryRecorder = ReturnType<typeof createHistoryRecorder>;

/** Writes and reports entries of the history. */
export function createHistoryRecorder({ clock, ports }: { clock: Clock; ports: SubscriptionPorts }) {
  async function record(
    tx: Db,
    accountId: number,
    action: HistoryAction,
    metadata: Record<string, unknown>,
  ): Promise<void> {
    const id = await insertHistory(tx, accountId, action, metadata, clock.now());
    await ports.onRecorded(tx, { id, accountId, action, metadata });
  }

  async function recordUnpinned(tx: Db, { accountId, postId, postTitle }: PinnedTitle): Promise<void> {
    const metadata = { post_id: postId, post_title: postTitle };
    await record(tx, accountId, 'post_unpinned', metadata);
  }

  return { record, recordUnpinned };
}
