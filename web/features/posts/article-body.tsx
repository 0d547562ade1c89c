import type { RenderedHtml } from './rendered-html.ts';

/** The text of an article. The one place of the site that sets HTML, and it takes nothing but `RenderedHtml`. */
export function ArticleBody({ html }: { html: RenderedHtml }) {
  return (
    <div
      className="article"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the branded type admits only what the server sanitised
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
