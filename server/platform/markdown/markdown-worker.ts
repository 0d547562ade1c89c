import { ComplexityLimitError } from './complexity-limit.ts';
import type { KnownPictures } from './pictures.ts';
import { type Rendered, renderMarkdown, TooDeepError } from './render.ts';

export type RenderTask = { markdown: string; pictures: KnownPictures };

const complexityErrors = [TooDeepError, ComplexityLimitError, RangeError];

/** The task of a Markdown worker; null for a text that is nested too deeply or costs too much for its length. */
export function render({ markdown, pictures }: RenderTask): Rendered | null {
  try {
    return renderMarkdown(markdown, pictures);
  } catch (error) {
    if (complexityErrors.some((kind) => error instanceof kind)) return null;
    throw error;
  }
}
