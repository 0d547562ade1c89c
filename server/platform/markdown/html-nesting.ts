import type { ElementContent, Root } from 'hast';
import { ComplexityLimitError, TooDeepError } from './complexity-limit.ts';
import { type HtmlPart, type HtmlTag, splitHtml, voidElements, writeTag, writeText } from './html-tags.ts';

/** Deeper nesting is an attack on the stack. */
export const maxDepth = 100;
/** The parser moves what stands in a table outside its cells, and searches for its new place among all siblings. */
const maxMisplaced = 1_000;

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));
const cells = 'td th caption';
const headings = 'h2 h3 h4 h5 h6';
const rowGroups = 'thead tbody tfoot';
const tableParts = setOf(`${cells} ${rowGroups} tr colgroup col`);
const tableStructure = setOf(`table ${rowGroups} tr colgroup`);
const paragraphEnds = `p div ${headings} hr ul ol dl dt dd li blockquote pre table details summary figure figcaption`;

/** Elements that stand in a paragraph. */
export const inlineElements = setOf(
  'a abbr b br code del em i img input ins kbd mark s span strong sub sup u',
);

/** Elements that a tag ends, up to the nearest of `stops`: HTML allows to leave out the end tags of these. */
type ImpliedEnds = { ends: ReadonlySet<string>; stops: ReadonlySet<string> };
const impliedEnds: Readonly<Record<string, ImpliedEnds>> = {
  ...forEach(paragraphEnds, { ends: setOf('p'), stops: setOf(`table ${cells}`) }),
  li: { ends: setOf('li'), stops: setOf(`ul ol table ${cells} blockquote figure details`) },
  ...forEach('dt dd', { ends: setOf('dt dd'), stops: setOf(`dl table ${cells} blockquote figure details`) }),
  ...forEach('td th', { ends: setOf(cells), stops: setOf('tr table') }),
  tr: { ends: setOf(`tr ${cells} colgroup`), stops: setOf(`table ${rowGroups}`) },
  ...forEach(`${rowGroups} colgroup`, {
    ends: setOf(`${rowGroups} tr colgroup ${cells}`),
    stops: setOf('table'),
  }),
  a: { ends: setOf('a'), stops: setOf(`table ${cells}`) },
};

function forEach(names: string, rule: ImpliedEnds): Record<string, ImpliedEnds> {
  return Object.fromEntries(names.split(' ').map((name) => [name, rule]));
}

type Raw = { type: 'raw'; value: string };
type Child = ElementContent | Root['children'][number] | Raw;

/**
 * Rewrites the raw HTML of a tree so that the parser has linear work: only permitted tags and attributes, each element
 * closed within the Markdown element in which it was opened. Raw HTML without such tags becomes text. Returns the number
 * of the tags.
 */
export function nestHtml(tree: Root): number {
  let tags = 0;
  let misplaced = 0;
  const assertPlace = (open: readonly string[], isTablePart: boolean): void => {
    if (isTablePart || !tableStructure.has(open.at(-1) ?? '')) return;
    misplaced += 1;
    if (misplaced > maxMisplaced) throw new ComplexityLimitError('too much beside the cells of a table');
  };
  const walk = (parent: { children: Child[] }, depth: number): void => {
    const open: string[] = [];
    const close = (count: number): string => {
      let closed = '';
      for (let left = count; left > 0; left -= 1) closed += `</${open.pop()}>`;
      return closed;
    };
    const assertDepth = (): void => {
      if (depth + open.length > maxDepth) throw new TooDeepError('nested too deep');
    };
    const writeRaw = (parts: readonly HtmlPart[]): string => {
      let written = '';
      for (const part of parts) {
        if ('text' in part) {
          if (part.text.trim() !== '') assertPlace(open, false);
          written += writeText(part);
          continue;
        }
        tags += 1;
        if (part.isClosing) {
          written += close(open.length - findLast(open, (name) => name === part.name));
          continue;
        }
        written += close(open.length - findEnded(open, part));
        assertPlace(open, tableParts.has(part.name));
        written += writeTag(part);
        if (!part.isEmpty) open.push(part.name);
        else if (!voidElements.has(part.name)) written += `</${part.name}>`;
        assertDepth();
      }
      return written;
    };
    for (const [index, node] of parent.children.entries()) {
      if (node.type === 'raw') {
        const before = open.length;
        const parts = splitHtml(node.value);
        const value = writeRaw(parts);
        const isText = parts.every((part) => 'text' in part);
        const shown: ElementContent | Raw = isText
          ? { type: 'text', value: node.value }
          : { type: 'raw', value };
        const isParagraph = depth === 0 && open.length === before && parts.every(isInline);
        parent.children[index] = isParagraph ? createParagraph(shown) : shown;
        continue;
      }
      if (node.type === 'text' && node.value.trim() === '') continue;
      assertPlace(open, false);
      if (node.type !== 'element') continue;
      assertDepth();
      // The footnotes stand after the text, whatever is open.
      if ('dataFootnotes' in node.properties && open.length > 0) {
        parent.children.splice(index, 0, { type: 'raw', value: close(open.length) });
        walk(node, depth + 1);
        return;
      }
      walk(node, depth + open.length + 1);
    }
    if (open.length > 0) parent.children.push({ type: 'raw', value: close(open.length) });
  };
  walk(tree, 0);
  return tags;
}

const isInline = (part: HtmlPart): boolean => 'text' in part || inlineElements.has(part.name);

const createParagraph = (child: ElementContent | Raw): ElementContent => ({
  type: 'element',
  tagName: 'p',
  properties: {},
  children: [child as ElementContent],
});

/** The place of the last name that fits; the length of the list if none does. */
function findLast(open: readonly string[], fits: (name: string) => boolean): number {
  const place = open.findLastIndex(fits);
  return place < 0 ? open.length : place;
}

/** The place of the outermost element that a tag ends. */
function findEnded(open: readonly string[], { name }: HtmlTag): number {
  const rule = impliedEnds[name];
  if (!rule) return open.length;
  let place = open.length;
  for (let index = open.length - 1; index >= 0; index -= 1) {
    const one = open[index] ?? '';
    if (rule.stops.has(one)) break;
    if (rule.ends.has(one)) place = index;
  }
  return place;
}

/** Without recursion, since the author decides how deep the tree is. */
export function assertTreeDepth(tree: { children: unknown[] }): void {
  type Parent = { children?: Parent[] };
  let level = [tree as Parent];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) throw new TooDeepError('nested too deep');
    level = level.flatMap((node) => node.children ?? []);
  }
}
