import { type Rendered, renderMarkdown, TooDeepError } from './render.ts';

/** What a rendering thread runs; null for a text that is nested too deep. */
export function render(markdown: string): Rendered | null {
  try {
    return renderMarkdown(markdown);
  } catch (error) {
    if (error instanceof TooDeepError || error instanceof RangeError) return null;
    throw error;
  }
}
