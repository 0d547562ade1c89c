import { Piscina } from 'piscina';
import { deadlines } from '../deadlines.ts';
import { unavailable } from '../errors.ts';
import { createFairQueue, type FairQueueLimits } from '../fair-queue.ts';
import type { ReadText } from '../text-reading.ts';
import type { ReadTask, RenderTask, StoredArticle } from './markdown-worker.ts';
import { noKnownPictures, type TextPicture } from './pictures.ts';
import type { Rendered } from './render.ts';

/** An expensive text keeps a core busy. If this process got less of one in the meantime, the machine is to blame. */
const usualCpuShare = 0.5;
const idleWorkerMs = 60_000;
const maxWorkers = 2;
/** Size of a worker's young generation: a larger one would hold memory without need. */
const youngGenerationMb = 4;
/** Costs are bytes. Texts above `largeCost` never occupy the last worker, which is reserved for small ones. */
const queueLimits: Omit<FairQueueLimits, 'waitMs'> = {
  slots: maxWorkers,
  largeCost: 40_000,
  queueLimit: 100,
  accountQueueLimit: 40,
};

/** The text cannot be rendered within the limits of time or depth; the caller responds with 400. */
export class TooComplexError extends Error {}

type RenderOptions = { account: string; pictures?: Record<string, TextPicture> };

export type Markdown = {
  /**
   * `account` is the account that waits for the text: at most one text of each account is rendered at a time, and all
   * accounts have the same share of the workers. `pictures` are the site's own pictures in the text, by path. Throws
   * `TooComplexError`, 429 when too many texts of the account are waiting, and 503 when no worker becomes free in time.
   */
  render(markdown: string, options: RenderOptions): Promise<Rendered>;
  /** Reads rendered articles as the rules of publication see them; waits and throws as `render` does. */
  read(articles: StoredArticle[], options: { account: string }): Promise<ReadText[]>;
  close(): Promise<void>;
};

/** Whether a renderer that did not finish in time had no chance to: it has not started, or got little of a core. */
export const isMachineBusy = (usage: { hasBegun: boolean; cpuMs: number }, minCpuMs: number): boolean =>
  !usage.hasBegun || usage.cpuMs < minCpuMs;

function required<Result>(result: Result | null): Result {
  if (result === null) throw new TooComplexError('too complex');
  return result;
}

/**
 * Renders in worker threads with a time limit: some texts of a few kilobytes occupy a Markdown parser for minutes, and
 * must not block the event loop.
 */
export function createMarkdown({
  publicUrl: origin,
  budgetMs = deadlines.render,
  startDeadline = () => AbortSignal.timeout(budgetMs),
  minCpuShare = usualCpuShare,
  worker = new URL('./markdown-worker.ts', import.meta.url),
}: {
  publicUrl: string;
  budgetMs?: number;
  /** These three for tests, which must not depend on the load of the machine. `begun` is that of the task. */
  startDeadline?: (begun: Int32Array) => AbortSignal;
  minCpuShare?: number;
  worker?: URL;
}): Markdown {
  const pool = new Piscina({
    filename: worker.href,
    minThreads: 0,
    maxThreads: maxWorkers,
    idleTimeout: idleWorkerMs,
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
    atomics: 'disabled',
  });
  // As many concurrent tasks as workers, so that the time limit starts when a worker starts.
  const queue = createFairQueue({ ...queueLimits, waitMs: deadlines.thread });

  /**
   * Returns null for a text that takes too long or is nested too deeply. On a machine that is too busy to start the worker
   * or to let it run, the time says nothing about the text: 503.
   */
  async function runInWorker<Task extends { begun: Int32Array }, Result>(
    name: 'render' | 'read',
    task: Omit<Task, 'begun'>,
  ): Promise<Result | null> {
    const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const signal = startDeadline(begun);
    const before = process.cpuUsage();
    return pool.run({ ...task, begun }, { name, signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      const { user, system } = process.cpuUsage(before);
      const usage = { hasBegun: Atomics.load(begun, 0) === 1, cpuMs: (user + system) / 1_000 };
      if (isMachineBusy(usage, budgetMs * minCpuShare)) throw unavailable();
      return null;
    });
  }

  return {
    async render(markdown, { account, pictures: byPath = noKnownPictures.byPath }) {
      const task = { markdown, pictures: { origin, byPath } };
      const job = { account, cost: Buffer.byteLength(markdown) };
      return required(await queue.run(job, () => runInWorker<RenderTask, Rendered>('render', task)));
    },
    async read(articles, { account }) {
      const cost = articles.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0);
      return required(
        await queue.run({ account, cost }, () => runInWorker<ReadTask, ReadText[]>('read', { articles })),
      );
    },
    close: () => pool.destroy(),
  };
}
