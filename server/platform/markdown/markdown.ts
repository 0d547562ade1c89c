import { Piscina } from 'piscina';
import { createFairQueue, type FairQueueLimits } from '../fair-queue.ts';
import { noPictures, type TextPicture } from './pictures.ts';
import type { Rendered } from './render.ts';
import type { RenderTask } from './render-thread.ts';

/** Ordinary articles take milliseconds; what takes this long was written to block us. */
const renderBudgetMs = 4_500;
const idleThreadMs = 60_000;
const maxThreads = 2;
/** Of a thread's newest objects: what it needs beyond that, it would keep and not use. */
const youngMegabytes = 4;
/** Costs are bytes. A text above `largeCost` never takes the last thread: that one is there for the small ones. */
const turns: FairQueueLimits = {
  slots: maxThreads,
  largeCost: 40_000,
  queueLimit: 100,
  accountQueueLimit: 40,
  /** Waiting for a thread and rendering end before the request does. */
  waitMs: 3_000,
};

/** The text cannot be rendered in reasonable time or depth; the caller answers 400. */
export class TooComplexError extends Error {}

type RenderOptions = { account: string; pictures?: Record<string, TextPicture> };

export type Markdown = {
  /**
   * `account` is who waits for the text: of each account one is rendered at a time, and all have the same share of the
   * threads. `pictures` are those of ours that the text names, by path. Throws `TooComplexError`, 429 where the account has
   * too many waiting, and 503 where no thread becomes free in time.
   */
  render(markdown: string, options: RenderOptions): Promise<Rendered>;
  close(): Promise<void>;
};

/**
 * Renders in threads of its own, within a time limit: some texts of a few kilobytes keep a Markdown parser busy
 * for minutes, and the event loop must not be theirs.
 */
export function createMarkdown({ publicUrl: origin }: { publicUrl: string }): Markdown {
  const pool = new Piscina<RenderTask, Rendered | null>({
    filename: new URL('./render-thread.ts', import.meta.url).href,
    name: 'render',
    minThreads: 0,
    maxThreads,
    idleTimeout: idleThreadMs,
    resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
    atomics: 'disabled',
  });
  // As many callers as threads: the time limit begins when a thread begins.
  const threads = createFairQueue(turns);

  /** Null for a text that takes too long or is nested too deep. */
  async function renderInThread(task: RenderTask): Promise<Rendered | null> {
    const signal = AbortSignal.timeout(renderBudgetMs);
    return pool.run(task, { signal }).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
  }

  return {
    async render(markdown, { account, pictures: byPath = noPictures.byPath }) {
      const task = { markdown, pictures: { origin, byPath } };
      const job = { account, cost: Buffer.byteLength(markdown) };
      const rendered = await threads.run(job, () => renderInThread(task));
      if (!rendered) throw new TooComplexError('too complex to render');
      return rendered;
    },
    close: () => pool.destroy(),
  };
}
