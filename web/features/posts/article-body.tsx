import { useEffect, useRef } from 'react';
import { t } from '#text/index.ts';
import type { RenderedHtml } from './rendered-html.ts';

/** The text of an article. The one place of the site that sets HTML, and it takes nothing but `RenderedHtml`. */
export function ArticleBody({ html }: { html: RenderedHtml }) {
  const body = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text, other elements
  useEffect(() => {
    if (body.current) makeOperable(body.current);
  }, [html]);
  return (
    <div
      ref={body}
      className="article"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the branded type admits only what the server sanitised
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** What scrolls sideways can be reached by the keyboard, and a task says whether it is done. */
function makeOperable(body: HTMLElement): void {
  for (const box of body.querySelectorAll<HTMLElement>('pre, table')) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
  for (const task of body.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')) {
    task.setAttribute('aria-label', t(task.checked ? 'postPage.taskDone' : 'postPage.taskOpen'));
  }
}
