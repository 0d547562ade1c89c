import { Piscina } from 'piscina';
import type { Rendered } from './render.ts';

/** Ordinary articles take milliseconds; what takes this long was written to block us. */
const renderBudgetMs = 2_500;
const idleThreadMs = 60_000;
const maxThreads = 2;
const queueLimit = 100;

/** The text cannot be rendered in reasonable time or depth; the caller answers 400. */
export class TooComplexError extends Error {}

export type Markdown = { render(markdown: string): Promise<Rendered>; close(): Promise<void> };

/**
 * Renders in threads of its own, within a time limit: some texts of a few kilobytes keep a Markdown parser busy
 * for minutes, and the event loop must not be theirs. Throws `TooComplexError`.
 */
export function createMarkdown(): Markdown {
  const pool = new Piscina<string, Rendered | null>({
    filename: new URL('./render-thread.ts', import.meta.url).href,
    name: 'render',
    minThreads: 0,
    maxThreads,
    idleTimeout: idleThreadMs,
    maxQueue: queueLimit,
    atomics: 'disabled',
  });
  return {
    async render(markdown) {
      const signal = AbortSignal.timeout(renderBudgetMs);
      const rendered = await pool.run(markdown, { signal }).catch((error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      });
      if (!rendered) throw new TooComplexError('too complex to render');
      return rendered;
    },
    close: () => pool.destroy(),
  };
}
