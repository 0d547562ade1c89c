import type { Element, ElementContent, Nodes, Root } from 'hast';
import type { BlockContent, PhrasingContent } from 'mdast';
import rehypeParse from 'rehype-parse';
import rehypeRemark, { type Options } from 'rehype-remark';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { findEmbedService } from '#contract/embeds.ts';
import { htmlElements, textElements } from '#contract/html-elements.ts';
import { markLanguage } from './code-language.ts';
import { boundHtml } from './html-bounds.ts';
import { readOwnAddress } from './own-address.ts';
import { type Problem, refuse } from './problem.ts';

export type HtmlContext = {
  /** The address of the earlier site: links within it become paths, which are redirected. */
  siteUrl: string | undefined;
  line: number;
  /** The numbers of the notes that `<sup data-fn>` names. */
  notes?: ReadonlyMap<string, number>;
};
export type ConvertedHtml = { content: string; remarks: Problem[] };

type Handler = NonNullable<NonNullable<Options['handlers']>[string]>;
type State = Parameters<Handler>[0];
type Remark = (key: Problem['key'], what: string) => void;

/** Elements that lose everything. */
const dropped = new Set(
  (
    'script style noscript template form input button select textarea object applet canvas svg map link meta base ' +
    'wbr area param track'
  ).split(' '),
);
/** Those that nobody misses. */
const silent = new Set('script style noscript link meta wbr area param track'.split(' '));
const formatting: Record<string, string> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  s: 'del',
  del: 'del',
};
/** Elements that show nothing if they hold nothing. */
const inline = new Set([
  ...Object.keys(formatting),
  ...textElements,
  'a',
  'span',
  'small',
  'big',
  'tt',
  'code',
  'cite',
  'label',
  'time',
]);
/** Containers without a form of their own do not count. */
const containers = new Set(['div', 'span', 'section', 'article']);
const maxNesting = 24;
const pictureFile = /\.(?:jpe?g|png|gif|webp|avif)(?:\?[^?]*)?$/i;
const maxNoteLength = 80;

/** Converts the HTML of another system to the Markdown of the site; what has none stays as HTML that the site interprets. */
export function htmlToMarkdown(html: string, context: HtmlContext): ConvertedHtml {
  const remarks = new Map<string, Problem>();
  const remark: Remark = (key, what) => {
    const id = `${key} ${what}`;
    remarks.set(id, { key, line: context.line, values: { what: what.slice(0, maxNoteLength) } });
  };
  const processor = unified()
    .use(rehypeParse, { fragment: true })
    .use(() => (tree: Root) => cleanChildren(tree, context, remark))
    .use(() => (tree: Root) => limitNesting(tree))
    .use(rehypeRemark, { handlers: createHandlers(remark, context.notes) })
    .use(remarkGfm)
    .use(remarkStringify, { bullet: '-', emphasis: '*', rule: '-', fences: true });
  const content = withinStack(() => String(processor.processSync(boundHtml(html))).trim());
  return { content, remarks: [...remarks.values()] };
}

/** What gets deeper in the parser than in the text is refused. */
export function withinStack<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return refuse('imports.htmlTooDeep');
    throw error;
  }
}

/** The text of an element, with single spaces. */
export function textOfHtml(html: string): string {
  const tree = withinStack(() => unified().use(rehypeParse, { fragment: true }).parse(boundHtml(html)));
  return textOf(tree).replace(/\s+/g, ' ').trim();
}

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

const property = (node: Element, name: string): string => {
  const value = node.properties[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** Removes what readers must not see, and makes addresses absolute or paths of the site. */
function cleanChildren(parent: Root | Element, context: HtmlContext, remark: Remark): void {
  parent.children = parent.children.filter((node): node is ElementContent => {
    if (node.type === 'text') return true;
    if (node.type !== 'element' || isUnusablePicture(node, remark)) return false;
    if (dropped.has(node.tagName)) {
      if (!silent.has(node.tagName)) remark('imports.tagDropped', `<${node.tagName}>`);
      return false;
    }
    cleanAddresses(node, context.siteUrl, remark);
    if (node.tagName === 'pre') markLanguage(node);
    cleanChildren(node, context, remark);
    return true;
  });
}

/**
 * Unwraps formatting within the same formatting, and everything below a depth that no text needs: the conversion takes
 * exponential time in the depth.
 */
function limitNesting(parent: Root | Element, open: readonly string[] = []): void {
  const children = parent.children.flatMap((node): Element['children'] => {
    if (node.type !== 'element') return node.type === 'text' ? [node] : [];
    const kind = formatting[node.tagName] ?? node.tagName;
    const isUnwrapped = open.length >= maxNesting || (node.tagName in formatting && open.includes(kind));
    limitNesting(node, isUnwrapped || containers.has(node.tagName) ? open : [...open, kind]);
    // The conversion compares every space with all empty elements after it.
    const isEmpty = inline.has(node.tagName) && node.children.every(isBlank);
    return isUnwrapped || isEmpty ? node.children : [node];
  });
  parent.children = joinTexts(children);
}

/** The conversion compares every space with the texts beside it. */
function joinTexts(nodes: ElementContent[]): ElementContent[] {
  const joined: ElementContent[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (last?.type === 'text' && node.type === 'text') last.value += node.value;
    else joined.push(node);
  }
  return joined;
}

const isBlank = (node: Nodes): boolean => node.type === 'text' && node.value.trim() === '';

function isUnusablePicture(node: Element, remark: Remark): boolean {
  if (node.tagName !== 'img') return false;
  const source = property(node, 'src');
  // Smileys of WordPress are pictures of their own text.
  if (source !== '' && !source.startsWith('data:')) return false;
  if (source !== '') remark('imports.pictureInline', source);
  return true;
}

function cleanAddresses(node: Element, siteUrl: string | undefined, remark: Remark): void {
  for (const name of ['src', 'href']) {
    const address = property(node, name);
    if (address.startsWith('//')) node.properties[name] = `https:${address}`;
  }
  if (node.tagName !== 'a') return;
  // Ghost opens its dialogs for members in this way.
  if (property(node, 'href').startsWith('#/')) node.properties.href = undefined;
  const own = readOwnAddress(property(node, 'href'), siteUrl);
  if (!own || own.kind === 'picture') return;
  const { hostname, pathname, search, hash } = own.url;
  if (own.kind === 'file') remark('imports.fileElsewhere', pathname);
  if (own.kind !== 'file' || hostname.endsWith('.invalid'))
    node.properties.href = `${pathname}${search}${hash}`;
}

function createHandlers(remark: Remark, notes: HtmlContext['notes']): Record<string, Handler> {
  const keepInline: Handler = (state, node) => [
    raw(openingTag(node)),
    ...(state.all(node) as PhrasingContent[]),
    raw(`</${node.tagName}>`),
  ];
  const noteMark: Handler = (state, node) => {
    const note = notes?.get(property(node, 'dataFn'));
    if (note === undefined) return keepInline(state, node, undefined);
    return { type: 'footnoteReference', identifier: String(note), label: String(note) };
  };
  const keepBlock: Handler = (_state, node) => raw(toPlainHtml(node));
  const link: Handler = (state, node) => {
    const picture = onlyPicture(node);
    const href = property(node, 'href');
    if (!picture) return defaultLink(state, node);
    // A link to the large version of its picture: the site enlarges pictures itself.
    return pictureNode(picture, '', pictureFile.test(href) ? href : undefined);
  };
  return {
    ...Object.fromEntries(textElements.map((name) => [name, keepInline])),
    sup: noteMark,
    dl: keepBlock,
    a: link,
    p: (state, node) =>
      loneAddress(node) ?? { type: 'paragraph', children: state.all(node) as PhrasingContent[] },
    figure: (state, node) => convertFigure(state, node),
    details: convertDetails,
    iframe: (_state, node) => convertPlayer(property(node, 'src'), 'iframe', remark),
    embed: (_state, node) => convertPlayer(property(node, 'src'), 'embed', remark),
    video: (_state, node) => convertPlayer(sourceOf(node), 'video', remark),
    audio: (_state, node) => convertPlayer(sourceOf(node), 'audio', remark),
    table: (state, node) => (hasMergedCells(node) ? raw(toPlainHtml(node)) : defaultTable(state, node)),
  };
}

const raw = (value: string) => ({ type: 'html' as const, value });

function defaultLink(state: State, node: Element) {
  const href = property(node, 'href');
  const children = state.all(node) as PhrasingContent[];
  if (href === '' || /^(javascript|data|vbscript):/i.test(href)) return children;
  return { type: 'link' as const, url: href, title: property(node, 'title') || null, children };
}

/** The rows of a table whose cells are inline; a table of layout becomes its content. */
function defaultTable(state: State, node: Element) {
  const rows = elementsOf(node, 'tr').map((row) => ({
    type: 'tableRow' as const,
    children: row.children.filter(isElement).map((cell) => ({
      type: 'tableCell' as const,
      children: flattenCell(state.all(cell) as Array<PhrasingContent | BlockContent>),
    })),
  }));
  const caption = elementsOf(node, 'caption')[0];
  const table = { type: 'table' as const, align: [], children: rows };
  return caption ? [table, emphasised(textOf(caption))] : table;
}

const flattenCell = (nodes: Array<PhrasingContent | BlockContent>): PhrasingContent[] =>
  nodes.flatMap((node) =>
    node.type === 'paragraph' ? node.children : 'align' in node ? [] : [node as PhrasingContent],
  );

const isElement = (node: Nodes): node is Element => node.type === 'element';

function elementsOf(node: Element | Root, name: string): Element[] {
  const found: Element[] = [];
  visit(node, 'element', (element) => {
    if (element.tagName === name) found.push(element);
  });
  return found;
}

const hasMergedCells = (table: Element): boolean =>
  elementsOf(table, 'table').length > 1 ||
  ['td', 'th'].some((name) =>
    elementsOf(table, name).some(
      (cell) => Number(cell.properties.colSpan) > 1 || Number(cell.properties.rowSpan) > 1,
    ),
  );

/** The picture that an element consists of. */
function onlyPicture(node: Element): Element | undefined {
  const pictures = elementsOf(node, 'img');
  return pictures.length === 1 && textOf(node).trim() === '' ? pictures[0] : undefined;
}

const pictureNode = (picture: Element, caption: string, address?: string) => ({
  type: 'image' as const,
  url: address ?? property(picture, 'src'),
  alt: property(picture, 'alt').replace(/\s+/g, ' '),
  title: caption.replace(/\s+/g, ' ').trim() || null,
});

/** The large version that a picture links to. */
function linkedPicture(node: Element): string | undefined {
  const href = elementsOf(node, 'a').map((link) => property(link, 'href'))[0] ?? '';
  return pictureFile.test(href) ? href : undefined;
}

const emphasised = (text: string): BlockContent => ({
  type: 'paragraph',
  children: [{ type: 'emphasis', children: [{ type: 'text', value: text.replace(/\s+/g, ' ').trim() }] }],
});

/** A picture with its caption as title, a gallery as one paragraph of pictures, or the content with the caption below. */
function convertFigure(state: State, figure: Element): BlockContent | BlockContent[] {
  // The caption of the classic editor is the text beside the picture.
  const [shown] = elementsOf(figure, 'img');
  if (shown && figure.properties.dataCaption !== undefined)
    return { type: 'paragraph', children: [pictureNode(shown, textOf(figure), linkedPicture(figure))] };
  const [ownCaption] = figure.children.filter(isElement).filter(({ tagName }) => tagName === 'figcaption');
  const caption = ownCaption ? textOf(ownCaption) : '';
  const rest: Element = { ...figure, children: figure.children.filter((child) => child !== ownCaption) };
  const pictures = elementsOf(rest, 'img');
  const hasText = textOf({ ...rest, children: withoutCaptions(rest.children) }).trim() !== '';
  if (pictures.length === 0 || hasText) {
    const address = loneAddress(rest);
    const content = address ? [address] : (state.toFlow(state.all(rest)) as BlockContent[]);
    return caption.trim() === '' ? content : [...content, emphasised(caption)];
  }
  const captions = innerCaptions(rest);
  const nodes = pictures.map((picture) => {
    const own = captions.get(picture) ?? '';
    return pictureNode(picture, pictures.length === 1 ? caption || own : own);
  });
  const children = nodes.flatMap((node, index) =>
    index === 0 ? [node] : [{ type: 'text' as const, value: '\n' }, node],
  );
  const paragraph: BlockContent = { type: 'paragraph', children };
  return pictures.length > 1 && caption.trim() !== '' ? [paragraph, emphasised(caption)] : paragraph;
}

/** The captions of pictures that have a figure of their own. */
function innerCaptions(figure: Element): Map<Element, string> {
  const captions = new Map<Element, string>();
  for (const one of elementsOf(figure, 'figure').filter((inner) => inner !== figure)) {
    const [caption] = elementsOf(one, 'figcaption');
    for (const picture of elementsOf(one, 'img'))
      if (!captions.has(picture)) captions.set(picture, caption ? textOf(caption) : '');
  }
  return captions;
}

const withoutCaptions = (nodes: ElementContent[]): ElementContent[] =>
  nodes
    .filter((node) => !(isElement(node) && node.tagName === 'figcaption'))
    .map((node) => (isElement(node) ? { ...node, children: withoutCaptions(node.children) } : node));

const convertDetails: Handler = (state, node) => {
  const summary = elementsOf(node, 'summary')[0];
  const rest: Element = { ...node, children: node.children.filter((child) => child !== summary) };
  const title = escapeText(summary ? textOf(summary).replace(/\s+/g, ' ').trim() : '…');
  return [
    raw(`<details><summary>${title}</summary>`),
    ...(state.toFlow(state.all(rest)) as BlockContent[]),
    raw('</details>'),
  ];
};

/** The address of a video that a paragraph consists of: a player on the site. */
function loneAddress(node: Element) {
  const text = textOf(node).trim();
  const isAlone = /^https?:\/\/[^\s<>]+$/.test(text) && elementsOf(node, 'img').length === 0;
  return isAlone ? addressNode(text) : undefined;
}

const addressNode = (url: string): BlockContent =>
  findEmbedService(url) === null
    ? { type: 'paragraph', children: [{ type: 'link', url, children: [{ type: 'text', value: url }] }] }
    : raw(url);

function convertPlayer(source: string, name: string, remark: Remark): BlockContent | BlockContent[] {
  const known = [source, source.split('?')[0] ?? ''].find((url) => findEmbedService(url) !== null);
  if (known) return raw(known);
  const isLink = /^https?:\/\/[^\s<>]+$/.test(source);
  remark(isLink ? 'imports.frameLinked' : 'imports.frameDropped', source || `<${name}>`);
  return isLink ? addressNode(source) : [];
}

const sourceOf = (node: Element): string =>
  property(node, 'src') || (elementsOf(node, 'source').map((source) => property(source, 'src'))[0] ?? '');

/** HTML with the elements and attributes that the site interprets, on one line. */
function toPlainHtml(node: Element): string {
  const plain = plainNodes([node]);
  return unified()
    .use(rehypeStringify)
    .stringify({ type: 'root', children: plain })
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

function plainNodes(nodes: ElementContent[]): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'text') return [node];
    if (node.type !== 'element') return [];
    const allowed = Object.hasOwn(htmlElements, node.tagName) ? htmlElements[node.tagName] : undefined;
    const children = plainNodes(node.children);
    if (!allowed && !['strong', 'em', 'b', 'i'].includes(node.tagName)) return children;
    const properties = Object.fromEntries(
      Object.entries(node.properties).filter(([name]) => allowed?.includes(name.toLowerCase())),
    );
    return [{ ...node, properties, children }];
  });
}

const openingTag = (node: Element): string =>
  toPlainHtml({ ...node, children: [] }).replace(`</${node.tagName}>`, '');

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
