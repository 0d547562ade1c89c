import { type RefObject, useEffect } from 'react';
import type { RenderedHtml } from './rendered-html.ts';

/**
 * Players for the video cards, buttons that copy code, and pictures in full size. The code is loaded only for articles
 * with them; without it the links stay links.
 */
export function useArticleTools(text: RefObject<HTMLElement | null>, html: RenderedHtml): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text has other elements
  useEffect(() => {
    // The cover stands outside the text.
    const article = text.current?.closest('article');
    if (!article?.querySelector('figure[data-embed], .code-block, .full-size')) return;
    import('./article-tools.ts').then(
      ({ prepareArticle }) => prepareArticle(article),
      () => undefined,
    );
  }, [text, html]);
}
