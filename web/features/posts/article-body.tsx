import { useRef } from 'react';
import type { RenderedHtml } from './rendered-html.ts';
import { useAnchor } from './use-anchor.ts';
import { useArticleTools } from './use-article-tools.ts';

/** The text of an article. The only component that sets HTML; it accepts only `RenderedHtml`. */
export function ArticleBody({ html }: { html: RenderedHtml }) {
  const article = useRef<HTMLElement>(null);
  useArticleTools(article, html);
  useAnchor(article, html);
  return (
    <section
      ref={article}
      className="article"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the branded type admits only HTML sanitised by the server
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
