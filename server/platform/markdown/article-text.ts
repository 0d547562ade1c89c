import type { Element, ElementContent, Root } from 'hast';
import { trimEnd } from '#contract/trim.ts';
import { cutText } from '#locales/cut-text.ts';
import { objectReplacement } from '#locales/typography.ts';
import { typesetArticle } from './article-typography.ts';
import { raiseText } from './raised-text.ts';
import { isBareUrl } from './typeset-tree.ts';

const excerptLength = 200;
/** Characters that an excerpt does not end with before its ellipsis. */
const trimmedBeforeEllipsis = ' \u00a0.,;:—–-';

/** Elements that continue a line of text. */
const inline = new Set('a abbr code del em img ins kbd mark s span strong sub sup u'.split(' '));
const verbatim = new Set(['code', 'kbd', 'pre']);
/** Elements that form no sentence with the text around them. */
const excludedFromExcerpt = new Set('h1 h2 h3 h4 h5 h6 img pre table figcaption'.split(' '));

/** `raised` is the value for places without markup. */
type TextPart = { value: string; raised: string; isCode: boolean };

/** The plain text of a sanitised article without its footnotes, for search: a line for each block. */
export const plainText = (tree: Root): string =>
  textByBlock(tree, () => false)
    .map((block) =>
      joinTexts(
        block.map(({ value }) => value),
        '',
      ),
    )
    .filter((line) => line !== '')
    .join('\n');

/** The text for places that do not show the article: typeset like the page, but with breakable spaces. */
export function createExcerpt(tree: Root): string {
  const textWithout = (isLeftOut: (node: Element) => boolean) =>
    joinTexts(textByBlock(tree, isLeftOut).map(typesetBlock));
  return truncate(textWithout(isExcludedFromExcerpt) || textWithout(() => false), excerptLength);
}

function isExcludedFromExcerpt({ tagName, children }: Element): boolean {
  const [only, ...others] = children;
  if (tagName === 'p') return only?.type === 'element' && others.length === 0 && isBareUrl(only);
  return excludedFromExcerpt.has(tagName);
}

const isFootnotes = ({ properties }: Element): boolean =>
  'dataFootnotes' in properties || 'dataFootnoteRef' in properties;

/** The text of each block, without markup and without excluded elements. */
function textByBlock(tree: Root, isLeftOut: (node: Element) => boolean): TextPart[][] {
  const found: TextPart[][] = [[]];
  const collect = (node: ElementContent, isCode: boolean, level = ''): void => {
    if (node.type === 'text')
      found.at(-1)?.push({ value: node.value, raised: raiseText(node.value, level), isCode });
    if (node.type !== 'element' || isFootnotes(node) || isLeftOut(node)) return;
    const { tagName, properties, children } = node;
    const isBlock = !inline.has(tagName);
    if (isBlock) found.push([]);
    const alt = String(properties.alt ?? '');
    if (tagName === 'img') found.at(-1)?.push({ value: alt, raised: alt, isCode });
    const isRaised = tagName === 'sup' || tagName === 'sub';
    for (const child of children) collect(child, isCode || verbatim.has(tagName), isRaised ? tagName : level);
    if (isBlock) found.push([]);
  };
  for (const node of tree.children) if (node.type !== 'doctype') collect(node, false);
  return found;
}

/** The invisible U+FEFF stands inside words. */
const joinTexts = (texts: string[], between = ' '): string =>
  texts
    .join(between)
    .replace(/[^\S\ufeff]+/g, ' ')
    .trim();

function typesetBlock(block: TextPart[]): string {
  const set = typesetArticle(block.map(({ raised, isCode }) => (isCode ? objectReplacement : raised)));
  return block.map(({ raised, isCode }, index) => (isCode ? raised : set[index])).join('');
}

/** At most `length` characters, cut at a word boundary if one is near enough. */
function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = cutText(text, length - 1).toWellFormed();
  const lastSpace = head.lastIndexOf(' ');
  return `${trimEnd(lastSpace > length / 2 ? head.slice(0, lastSpace) : head, trimmedBeforeEllipsis)}…`;
}
