import { type Card, escapeHtml, isCard, type ReportCard, renderCard } from './ghost-cards.ts';
import { maxHtmlLength } from './html-bounds.ts';
import { refuse } from './problem.ts';

/** Deeper documents are no texts. */
const maxDepth = 60;

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The bits of the format of a text in Lexical, outermost last. */
const formats: Array<[number, string]> = [
  [16, 'code'],
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
];
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** The HTML of a document of the editor Lexical. Throws if the document is no JSON. */
export function lexicalToHtml(source: string, report: ReportCard): string {
  const { root } = JSON.parse(source) as { root?: unknown };
  return renderNode(root, report, 0);
}

function renderNode(node: unknown, report: ReportCard, depth: number): string {
  if (!isNode(node) || depth > maxDepth) return '';
  const type = stringOf(node.type).replace(/^extended-/, '');
  const children = () =>
    listOf(node.children)
      .map((child) => renderNode(child, report, depth + 1))
      .join('');
  const wrap = (tag: string) => `<${tag}>${children()}</${tag}>`;
  switch (type) {
    case 'root':
      return children();
    case 'text':
      return formatText(escapeHtml(stringOf(node.text)), Number(node.format) || 0);
    case 'linebreak':
      return '<br>';
    case 'tab':
      return ' ';
    case 'paragraph':
      return wrap('p');
    case 'quote':
    case 'aside':
      return `<blockquote><p>${children()}</p></blockquote>`;
    case 'heading':
      return wrap(headings.has(stringOf(node.tag)) ? stringOf(node.tag) : 'h2');
    case 'list':
      return wrap(node.listType === 'number' ? 'ol' : 'ul');
    case 'listitem':
      return wrap('li');
    case 'link':
    case 'autolink':
    case 'at-link':
      return `<a href="${escapeHtml(stringOf(node.url))}">${children()}</a>`;
    default:
      return isCard(type) || !Array.isArray(node.children) ? renderCard(type, node, report) : children();
  }
}

const formatText = (text: string, format: number): string =>
  formats.reduce((html, [bit, tag]) => ((format & bit) === 0 ? html : `<${tag}>${html}</${tag}>`), text);

const inlineTags = new Set('a b strong i em s del code sub sup u mark'.split(' '));
const blockTags = new Set([...headings, 'p', 'blockquote', 'aside', 'pre', 'ul', 'ol']);

/** The HTML of a document of the editor Mobiledoc (0.3). Throws if the document is no JSON. */
export function mobiledocToHtml(source: string, report: ReportCard): string {
  const document = JSON.parse(source) as Node;
  const markups = listOf(document.markups).map(readMarkup);
  const parts: string[] = [];
  // Sections name their cards and links by number: short ones may make a text of any length.
  let left = maxHtmlLength;
  const charge = (html: string): string => {
    left -= html.length;
    return left < 0 ? refuse('imports.tooComplex') : html;
  };
  for (const section of listOf(document.sections))
    parts.push(charge(renderSection(listOf(section), { document, markups, charge, report })));
  return parts.join('\n');
}

type Markup = { tag: string; open: string };
type Mobiledoc = {
  document: Node;
  markups: Markup[];
  /** Throws Refusal if the text becomes too long. */
  charge: (html: string) => string;
  report: ReportCard;
};

function readMarkup(markup: unknown): Markup {
  const [name, attributes] = listOf(markup);
  const tag = inlineTags.has(stringOf(name)) ? stringOf(name) : 'span';
  const list = listOf(attributes);
  const href = tag === 'a' ? stringOf(list[list.indexOf('href') + 1]) : '';
  return { tag, open: tag === 'a' ? `<a href="${escapeHtml(href)}">` : `<${tag}>` };
}

function renderSection(section: unknown[], mobiledoc: Mobiledoc): string {
  const { document, report } = mobiledoc;
  const [kind, second, third] = section;
  if (kind === 1) return wrapBlock(stringOf(second), renderMarkers(listOf(third), mobiledoc));
  if (kind === 2) return renderCard('image', { src: second }, report);
  if (kind === 3) {
    const items = listOf(third).map((markers) => `<li>${renderMarkers(listOf(markers), mobiledoc)}</li>`);
    return wrapBlock(stringOf(second), items.join(''));
  }
  if (kind !== 10) return '';
  const [name, payload] = listOf(listOf(document.cards)[Number(second)]);
  return renderCard(stringOf(name), isNode(payload) ? (payload as Card) : {}, report);
}

function wrapBlock(name: string, html: string): string {
  const tag = blockTags.has(name) ? name : 'p';
  return tag === 'aside' || tag === 'blockquote'
    ? `<blockquote><p>${html}</p></blockquote>`
    : `<${tag}>${html}</${tag}>`;
}

function renderMarkers(markers: unknown[], { markups, charge }: Mobiledoc): string {
  const open: string[] = [];
  const parts: string[] = [];
  for (const marker of markers) {
    const [kind, opened, closed, value] = listOf(marker);
    for (const index of listOf(opened)) {
      const { tag, open: opening } = markups[Number(index)] ?? { tag: 'span', open: '<span>' };
      parts.push(charge(opening));
      open.push(tag);
    }
    // The only inline element of Ghost that is no text is a line break.
    parts.push(kind === 1 ? '<br>' : escapeHtml(stringOf(value)));
    for (let count = Math.min(Number(closed) || 0, open.length); count > 0; count -= 1)
      parts.push(`</${open.pop()}>`);
  }
  return (
    parts.join('') +
    open
      .reverse()
      .map((tag) => `</${tag}>`)
      .join('')
  );
}
