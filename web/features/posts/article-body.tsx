import { useRef } from 'react';
import type { RenderedHtml } from './rendered-html.ts';
import { usePlayers } from './use-players.ts';

/** The text of an article. The one place of the site that sets HTML, and it takes nothing but `RenderedHtml`. */
export function ArticleBody({ html }: { html: RenderedHtml }) {
  const article = useRef<HTMLDivElement>(null);
  usePlayers(article, html);
  return (
    <div
      ref={article}
      className="article"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the branded type admits only what the server sanitised
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
