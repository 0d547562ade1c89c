import { hash } from 'node:crypto';
import type { Element, Root } from 'hast';
import { visit } from 'unist-util-visit';

/** What the ids of footnotes begin with in the tree that remark-rehype makes. */
const ownIds = /^(?:fn|fnref|footnote)-/;
const prefixLength = 8;

/**
 * Makes the ids of footnotes, and the links to them, this text's own: a page may show several texts. The prefix comes from
 * the text, so that it is rendered alike every time.
 */
export function scopeFootnotes(tree: Root, markdown: string): void {
  let prefix = '';
  const scoped = (id: string): string => {
    prefix ||= `note-${hash('sha1', markdown).slice(0, prefixLength)}-`;
    return prefix + id;
  };
  visit(tree, 'element', ({ properties }: Element) => {
    const { id, href, ariaDescribedBy } = properties;
    if (typeof id === 'string' && ownIds.test(id)) properties.id = scoped(id);
    const isNote = 'dataFootnoteRef' in properties || 'dataFootnoteBackref' in properties;
    if (isNote && typeof href === 'string') properties.href = `#${scoped(href.slice(1))}`;
    if (isNote && Array.isArray(ariaDescribedBy))
      properties.ariaDescribedBy = ariaDescribedBy.map((one) => scoped(String(one)));
  });
}
