import { TooIntricateError } from './effort.ts';
import type { KnownPictures } from './pictures.ts';
import { type Rendered, renderMarkdown, TooDeepError } from './render.ts';

export type RenderTask = { markdown: string; pictures: KnownPictures };

const unreasonable = [TooDeepError, TooIntricateError, RangeError];

/** What a rendering thread runs; null for a text that is nested too deep, or costs too much for its length. */
export function render({ markdown, pictures }: RenderTask): Rendered | null {
  try {
    return renderMarkdown(markdown, pictures);
  } catch (error) {
    if (unreasonable.some((kind) => error instanceof kind)) return null;
    throw error;
  }
}
