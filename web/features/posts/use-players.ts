import { type RefObject, useEffect } from 'react';
import type { RenderedHtml } from './rendered-html.ts';

/**
 * Turns the link in each video card into a button. The code is loaded only for texts with such cards; without it the
 * link stays a link.
 */
export function useEmbeddedPlayers(article: RefObject<HTMLElement | null>, html: RenderedHtml): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text has other cards
  useEffect(() => {
    const cards = article.current?.querySelectorAll<HTMLElement>('figure[data-embed]') ?? [];
    if (cards.length === 0) return;
    import('./players.ts').then(
      ({ addPlayerButton: offerPlayer }) => cards.forEach(offerPlayer),
      () => undefined,
    );
  }, [article, html]);
}
