import { type RefObject, useEffect } from 'react';
import type { RenderedHtml } from './rendered-html.ts';

/**
 * Players for the video cards, buttons that copy code, and pictures in full size. The code is loaded only for texts with
 * them, and that of the pictures with the first click; without it the links stay links.
 */
export function useArticleTools(text: RefObject<HTMLElement | null>, html: RenderedHtml): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text has other elements
  useEffect(() => {
    const body = text.current;
    if (!body) return;
    if (body.querySelector('figure[data-embed], .code-block'))
      import('./article-tools.ts').then(
        ({ prepareArticle }) => prepareArticle(body),
        () => undefined,
      );
    // The cover stands outside the text.
    const article = body.closest('article') ?? body;
    article.addEventListener('click', openPicture);
    return () => article.removeEventListener('click', openPicture);
  }, [text, html]);
}

/** Shows the picture of a link in full size; with a modifier key, or without the code, the link opens its file. */
function openPicture(event: Event): void {
  const { currentTarget: article, target } = event;
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a.full-size');
  if (!link || !(article instanceof HTMLElement) || !(event instanceof MouseEvent)) return;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  import('./picture-viewer.ts').then(
    ({ showPictures }) => showPictures(article, link),
    () => window.location.assign(link.href),
  );
}
