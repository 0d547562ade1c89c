import { type RefObject, useEffect } from 'react';
import type { RenderedHtml } from './rendered-html.ts';

/**
 * Makes a button of the link in each card of a video, by code that texts without a card do not load. Without scripts, or
 * where the code does not come, the link stays one.
 */
export function usePlayers(article: RefObject<HTMLElement | null>, html: RenderedHtml): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text brings other cards
  useEffect(() => {
    const cards = article.current?.querySelectorAll<HTMLElement>('figure[data-embed]') ?? [];
    if (cards.length === 0) return;
    import('./players.ts').then(
      ({ offerPlayer }) => cards.forEach(offerPlayer),
      () => undefined,
    );
  }, [article, html]);
}
