import { Piscina } from 'piscina';
import { createGate } from '../gate.ts';
import { noPictures, type TextPicture } from './pictures.ts';
import type { Rendered } from './render.ts';
import type { RenderTask } from './render-thread.ts';

/** Ordinary articles take milliseconds; what takes this long was written to block us. */
const renderBudgetMs = 4_500;
/** Waiting for a thread is nobody's fault, and is answered as such. */
const threadWaitMs = 2_500;
const idleThreadMs = 60_000;
const maxThreads = 2;
/** Of a thread's newest objects: what it needs beyond that, it would keep and not use. */
const youngMegabytes = 4;
const queueLimit = 100;

/** The text cannot be rendered in reasonable time or depth; the caller answers 400. */
export class TooComplexError extends Error {}

export type Markdown = {
  /** `pictures` are those of ours that the text names, by path. */
  render(markdown: string, pictures?: Record<string, TextPicture>): Promise<Rendered>;
  close(): Promise<void>;
};

/**
 * Renders in threads of its own, within a time limit: some texts of a few kilobytes keep a Markdown parser busy
 * for minutes, and the event loop must not be theirs. Throws `TooComplexError`.
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
  const threads = createGate({ limit: maxThreads, queueLimit, waitMs: threadWaitMs });

  /** Null for a text that takes too long or is nested too deep. */
  async function renderInThread(task: RenderTask): Promise<Rendered | null> {
    const signal = AbortSignal.timeout(renderBudgetMs);
    return pool.run(task, { signal }).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
  }

  return {
    async render(markdown, byPath = noPictures.byPath) {
      const task = { markdown, pictures: { origin, byPath } };
      const rendered = await threads.run(() => renderInThread(task));
      if (!rendered) throw new TooComplexError('too complex to render');
      return rendered;
    },
    close: () => pool.destroy(),
  };
}
