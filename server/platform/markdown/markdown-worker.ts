import { ComplexityLimitError, TooDeepError } from './complexity-limit.ts';
import type { KnownPictures } from './pictures.ts';
import { type Rendered, renderMarkdown } from './render.ts';

export type RenderTask = {
  markdown: string;
  pictures: KnownPictures;
  /** Shared memory: set when the worker has started and turns to the text. */
  begun: Int32Array;
};

const complexityErrors = [TooDeepError, ComplexityLimitError, RangeError];

/** The task of a Markdown worker; null for a text that is nested too deeply or costs too much for its length. */
export function render({ markdown, pictures, begun }: RenderTask): Rendered | null {
  Atomics.store(begun, 0, 1);
  try {
    return renderMarkdown(markdown, pictures);
  } catch (error) {
    if (complexityErrors.some((kind) => error instanceof kind)) return null;
    throw error;
  }
}
