import type { Begun } from '../limited-pool.ts';
import { joinTexts, type ReadText, readTexts } from '../text-reading.ts';
import { ComplexityLimitError, TooDeepError } from './complexity-limit.ts';
import type { KnownPictures } from './pictures.ts';
import { readHtml } from './read-article.ts';
import { type Rendered, renderMarkdown } from './render.ts';

export type RenderTask = Begun & { markdown: string; pictures: KnownPictures };
/** What an article shows beside its rendered text, and that text. */
export type StoredArticle = { texts: string[]; html: string };

const complexityErrors = [TooDeepError, ComplexityLimitError, RangeError];

/** Renders a text; null for a text that is nested too deeply or costs too much for its length. */
export function render({ markdown, pictures, begun }: RenderTask): Rendered | null {
  Atomics.store(begun, 0, 1);
  try {
    return renderMarkdown(markdown, pictures);
  } catch (error) {
    if (complexityErrors.some((kind) => error instanceof kind)) return null;
    throw error;
  }
}

/** Reads rendered articles. */
export function read({ articles, begun }: Begun & { articles: StoredArticle[] }): ReadText[] {
  Atomics.store(begun, 0, 1);
  return articles.map(({ texts, html }) => joinTexts(readTexts(texts), readHtml(html)));
}
