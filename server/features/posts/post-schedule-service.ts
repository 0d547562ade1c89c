import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import type { PostAnalysis } from './post-analysis-service.ts';
import type { PostCounters } from './post-counter-service.ts';
import * as store from './post-store.ts';
import { publishScheduled } from './post-write-store.ts';

const batchSize = 100;

export type PostSchedule = ReturnType<typeof createPostSchedule>;
type Deps = {
  db: Db;
  clock: Clock;
  counters: Pick<PostCounters, 'updateCounters'>;
  analysis: Pick<PostAnalysis, 'analyseSoon'>;
};

/** Publishes scheduled posts and updates their counters. */
export function createPostSchedule({ db, clock, counters, analysis }: Deps) {
  /** Publishes every post that is due, each once and in its own transaction. */
  async function publishDuePosts(): Promise<void> {
    let ids: number[];
    do {
      ids = await store.findDueIds(db, clock.now(), batchSize);
      for (const id of ids) await inTransaction(db, (tx) => publish(tx, id));
    } while (ids.length === batchSize);
  }

  /** Checks again under the lock: the author may have changed the schedule, or another process published the post. */
  async function publish(tx: Db, id: number): Promise<void> {
    const before = await store.lockPost(tx, id);
    if (!before?.publish_at || before.publish_at > clock.now()) return;
    await publishScheduled(tx, id);
    const status = before.status === 'draft' ? 'published' : before.status;
    await counters.updateCounters(tx, { id, authorId: before.author_id }, before, { ...before, status });
    await analysis.analyseSoon(tx, id);
  }

  return { publishDuePosts };
}
