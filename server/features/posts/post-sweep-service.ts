import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { forEachRow } from '#server/platform/jobs/for-each-row.ts';
import type { Log } from '#server/platform/log.ts';
import { deleteExpiredLinks } from './draft-link-store.ts';
import type { PostService } from './post-service.ts';
import * as store from './post-sweep-store.ts';

/** A younger draft may still be open in an editor. */
const minAgeMs = 24 * 3_600_000;
/** The job runs hourly, so each draft is checked for one day. */
const maxAgeMs = 2 * minAgeMs;
const batchSize = 100;

type Deps = { db: Db; clock: Clock; log: Log; posts: Pick<PostService, 'removeLocked' | 'lock'> };

export type PostSweep = ReturnType<typeof createPostSweep>;

/**
 * Deletes redundant texts: editor drafts that are empty or equal to their post, and draft posts equal to the next post of
 * their author; and links to drafts that have expired. Some clients save a new draft post every 30 seconds, changed or not.
 */
export function createPostSweep({ db, clock, log, posts }: Deps) {
  async function sweepRepeated(): Promise<void> {
    const now = clock.now().getTime();
    const range = { from: new Date(now - maxAgeMs), to: new Date(now - minAgeMs) };
    await forEachRow({
      read: (after) => store.listRepeated(db, { ...range, after, limit: batchSize }),
      batchSize,
      keyOf: (id) => id,
      work: (id) => inTransaction(db, (tx) => removeIfRepeated(tx, id)),
      log,
      task: 'removal of repeated post',
    });
  }

  /** Checks again under the lock: the post may have changed since it was found. */
  async function removeIfRepeated(tx: Db, id: number): Promise<void> {
    const post = await posts.lock(tx, id);
    if (post && (await store.isRepeated(tx, id))) await posts.removeLocked(tx, post);
  }

  return {
    async sweep(): Promise<void> {
      await deleteExpiredLinks(db, clock.now());
      await store.deleteRedundantDrafts(db, new Date(clock.now().getTime() - minAgeMs));
      await sweepRepeated();
    },
  };
}
