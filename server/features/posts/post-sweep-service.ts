import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import type { PostService } from './post-service.ts';
import * as store from './post-sweep-store.ts';

/** Somebody may still have the draft open. */
const youngestMs = 24 * 3_600_000;
/** Looked at every hour, so each draft is looked at for a day. */
const oldestMs = 2 * youngestMs;
const batchSize = 100;

type Deps = { db: Db; clock: Clock; posts: Pick<PostService, 'removeLocked' | 'lock'> };

export type PostSweep = ReturnType<typeof createPostSweep>;

/**
 * Deletes texts that nobody misses, and no others: drafts of the editor that are empty or what their post is by now, and
 * draft posts that are what their author saved next. Some clients save a new draft post every half minute, changed or not.
 */
export function createPostSweep({ db, clock, posts }: Deps) {
  async function sweepRepeated(): Promise<void> {
    const now = clock.now().getTime();
    const range = { from: new Date(now - oldestMs), to: new Date(now - youngestMs) };
    let after = 0;
    let ids: number[];
    do {
      ids = await store.listRepeated(db, { ...range, after, limit: batchSize });
      for (const id of ids) await inTransaction(db, (tx) => removeIfRepeated(tx, id));
      after = ids.at(-1) ?? after;
    } while (ids.length === batchSize);
  }

  /** Under its lock: it may have been changed since it was found. */
  async function removeIfRepeated(tx: Db, id: number): Promise<void> {
    const post = await posts.lock(tx, id);
    if (post && (await store.isRepeated(tx, id))) await posts.removeLocked(tx, post);
  }

  return {
    async sweep(): Promise<void> {
      await store.deleteNeedlessDrafts(db, new Date(clock.now().getTime() - youngestMs));
      await sweepRepeated();
    },
  };
}
