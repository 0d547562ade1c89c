import type { KnownPictures } from './pictures.ts';
import { type Rendered, renderMarkdown, TooDeepError } from './render.ts';

export type RenderTask = { markdown: string; pictures: KnownPictures };

/** What a rendering thread runs; null for a text that is nested too deep. */
export function render({ markdown, pictures }: RenderTask): Rendered | null {
  try {
    return renderMarkdown(markdown, pictures);
  } catch (error) {
    if (error instanceof TooDeepError || error instanceof RangeError) return null;
    throw error;
  }
}
