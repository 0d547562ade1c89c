import { deadlines } from '../deadlines.ts';
import { createFairQueue, type FairQueueLimits } from '../fair-queue.ts';
import { createLimitedPool, type LimitOptions } from '../limited-pool.ts';
import type { ReadText } from '../text-reading.ts';
import type { StoredArticle } from './markdown-worker.ts';
import { noKnownPictures, type TextPicture } from './pictures.ts';
import type { Rendered } from './render.ts';

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
  worker = new URL('./markdown-worker.ts', import.meta.url),
  ...limits
}: { publicUrl: string } & Partial<LimitOptions>): Markdown {
  const pool = createLimitedPool<typeof import('./markdown-worker.ts')>({
    ...{ ...limits, budgetMs, worker },
    maxWorkers,
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
  });
  // As many concurrent tasks as workers, so that the time limit starts when a worker starts.
  const queue = createFairQueue({ ...queueLimits, waitMs: deadlines.thread });

  return {
    async render(markdown, { account, pictures: byPath = noKnownPictures.byPath }) {
      const task = { markdown, pictures: { origin, byPath } };
      const job = { account, cost: Buffer.byteLength(markdown) };
      return required(await queue.run(job, () => pool.run('render', task)));
    },
    async read(articles, { account }) {
      const cost = articles.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0);
      return required(await queue.run({ account, cost }, () => pool.run('read', { articles })));
    },
    close: pool.close,
  };
}
