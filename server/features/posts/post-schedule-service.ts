import type { WaitingRule } from '#contract/publication-rules.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { forEachRow } from '#server/platform/jobs/for-each-row.ts';
import type { Log } from '#server/platform/log.ts';
import type { TextJudgePort } from '#server/platform/text-moderation.ts';
import { judgedText } from './post.ts';
import type { PostAnalysis } from './post-analysis-service.ts';
import type { PostCounters } from './post-counter-service.ts';
import type { PostRenderer, StoredText } from './post-render-service.ts';
import * as store from './post-store.ts';
import { holdScheduled, publishScheduled } from './post-write-store.ts';

const batchSize = 100;

export type PostSchedule = ReturnType<typeof createPostSchedule>;
type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  counters: Pick<PostCounters, 'updateCounters'>;
  analysis: Pick<PostAnalysis, 'analyseSoon'>;
  renderer: Pick<PostRenderer, 'readStored'>;
  ports: TextJudgePort;
};

/** Publishes scheduled posts and updates their counters. */
export function createPostSchedule({ db, clock, log, counters, analysis, renderer, ports }: Deps) {
  /** Publishes every post that is due, each once and in its own transaction. */
  async function publishDuePosts(): Promise<void> {
    const now = clock.now();
    await forEachRow({
      read: (after) => store.findDueIds(db, { now, after, limit: batchSize }),
      batchSize,
      keyOf: (id) => id,
      async work(id) {
        const stored = await renderer.readStored(id, 'jobs');
        if (stored) await inTransaction(db, (tx) => publish(tx, id, stored));
      },
      log,
      task: 'publication of post',
    });
  }

  /**
   * Checks again under the lock: the author may have changed the schedule, or another process published the post. A text that
   * was changed after it was read is published by the next run.
   */
  async function publish(tx: Db, id: number, stored: StoredText): Promise<void> {
    const before = await store.lockPost(tx, id);
    if (!before?.publish_at || before.publish_at > clock.now() || before.version !== stored.version) return;
    const rule = before.status === 'draft' ? await judge(tx, before, stored) : null;
    await (rule ? holdScheduled(tx, id, rule) : publishScheduled(tx, id));
    const status = rule ? 'hidden' : before.status === 'draft' ? 'published' : before.status;
    await counters.updateCounters(tx, { id, authorId: before.author_id }, before, { ...before, status });
    await analysis.analyseSoon(tx, id);
  }

  async function judge(
    tx: Db,
    post: NonNullable<Awaited<ReturnType<typeof store.lockPost>>>,
    { article }: StoredText,
  ): Promise<WaitingRule | null> {
    const { rule } = await ports.judge(tx, {
      authorId: post.author_id,
      categoryId: post.category_id,
      text: judgedText(post, article),
    });
    return rule;
  }

  return { publishDuePosts };
}
