import { hash } from 'node:crypto';
import type { Element, Root } from 'hast';
import { visit } from 'unist-util-visit';

/** Prefixes of footnote ids in the tree of remark-rehype. */
const footnoteIds = /^(?:fn|fnref|footnote)-/;
const prefixLength = 8;

/**
 * Makes footnote ids and the links to them unique to this text, since a page may show several texts. The prefix is a
 * hash of the text, so that the output is deterministic.
 */
export function scopeFootnotes(tree: Root, markdown: string): void {
  let prefix = '';
  const addPrefix = (id: string): string => {
    prefix ||= `note-${hash('sha1', markdown).slice(0, prefixLength)}-`;
    // An encoded character is not: the router decodes the address before it looks for the id.
    return prefix + id.replaceAll('%', '-');
  };
  visit(tree, 'element', ({ properties }: Element) => {
    const { id, href, ariaDescribedBy } = properties;
    if (typeof id === 'string' && footnoteIds.test(id)) properties.id = addPrefix(id);
    const isNote = 'dataFootnoteRef' in properties || 'dataFootnoteBackref' in properties;
    if (isNote && typeof href === 'string') properties.href = `#${addPrefix(href.slice(1))}`;
    if (isNote && Array.isArray(ariaDescribedBy))
      properties.ariaDescribedBy = ariaDescribedBy.map((one) => addPrefix(String(one)));
  });
}
