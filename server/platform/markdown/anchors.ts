import GithubSlugger from 'github-slugger';
import type { Element, ElementContent, Root } from 'hast';
import { visit } from 'unist-util-visit';
import { anchorName, anchorPrefix } from '#contract/anchors.ts';
import { slugify } from '#contract/slug.ts';

const headingPrefix = 'h-';
const headingSlugRules = { maxLength: 60, fallback: 'section' };

/** Whether an author may name a place so: as HTML writes a value without quotation marks. */
export const isAnchorName = (name: string): boolean => /^[^\s"'<>&=`]+$/.test(name);

/**
 * Gives headings ids made of their words, for the table of contents. The prefix separates them from the ids of the
 * page. `data-anchor` lists the other names of a heading: its `id` in HTML, `{#id}` at its end, and the name by which
 * GitHub and Hugo know it. The heading of the footnotes has its own id.
 */
export function nameHeadings(tree: Root): void {
  const taken = new Map<string, number>();
  const slugger = new GithubSlugger();
  visit(tree, 'element', (node: Element) => {
    const { id } = node.properties;
    const ownId = typeof id === 'string' && id.startsWith(anchorPrefix) ? id.slice(anchorPrefix.length) : '';
    if (!/^h[1-6]$/.test(node.tagName) || (id !== undefined && ownId === '')) return;
    const name = slugify(textContent(node), headingSlugRules);
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    // A slug never contains two dashes, so a numbered id cannot collide with another heading's words.
    node.properties.id = headingPrefix + (count > 1 ? `${name}--${count}` : name);
    const writtenId = takeWrittenId(node);
    const names = [ownId, writtenId, slugger.slug(textContent(node))].filter(Boolean);
    if (names.length > 0) node.properties.dataAnchor = names.join(' ');
  });
}

/** Removes `{#id}` from the end of the words of a heading and returns the id; empty if there is none. */
function takeWrittenId({ children }: Element): string {
  const last = children.at(-1);
  if (last?.type !== 'text' || !last.value.trimEnd().endsWith('}')) return '';
  const start = last.value.lastIndexOf('{#');
  const name = start < 0 ? '' : last.value.trimEnd().slice(start + 2, -1);
  const before = last.value.slice(0, start).trimEnd();
  if (!isAnchorName(name) || /[{}]/.test(name) || (before === '' && children.length === 1)) return '';
  last.value = before;
  return name;
}

/**
 * Leads links to places in the text (`#name`) to the ids of these places. Of places with the same name the first counts;
 * the page finds the place of its own hash by the same rule (`web/features/posts/use-anchor.ts`).
 */
export function linkAnchors(tree: Root): void {
  const ids = new Set<string>();
  const places = new Map<string, string>();
  const links: Element[] = [];
  visit(tree, 'element', (node: Element) => {
    const { id, dataAnchor, href } = node.properties;
    if (typeof href === 'string' && href.startsWith('#')) links.push(node);
    if (typeof id !== 'string') return;
    if (ids.has(id)) delete node.properties.id;
    ids.add(id);
    const names = id.startsWith(anchorPrefix)
      ? [id.slice(anchorPrefix.length)]
      : String(dataAnchor ?? '').split(' ');
    for (const name of names) if (!places.has(name)) places.set(name, id);
  });
  for (const { properties } of links) {
    const name = anchorName(String(properties.href));
    const id = ids.has(name) ? undefined : places.get(name);
    // Browsers decode the hash once.
    if (id !== undefined) properties.href = `#${id.replaceAll('%', '%25')}`;
  }
}

function textContent(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textContent).join('') : '';
}
