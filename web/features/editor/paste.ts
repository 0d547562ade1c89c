import { convertWordLists } from './ms-word-lists.ts';
import { blockTags, rename, styleOf, textNodes, unwrap, wrapInside } from './paste/dom.ts';
import { convertFootnotes } from './paste/footnotes.ts';
import { convertCode, keepLineEnds, splitLines } from './paste/lines.ts';
import { arrangeLists, convertDescriptions, convertTasks } from './paste/lists.ts';
import { holdPicture } from './paste/pictures.ts';
import { flattenTable } from './paste/tables.ts';
import { isHttpUrl, isOwnImage, isSafeUrl } from './safe-url.ts';

/** `mw-editsection` is the link «edit» beside each heading of a wiki. */
const removedTags =
  'script,style,meta,link,title,xml,iframe,object,embed,svg,math,template,noscript,form,button,select,textarea,input,audio,video,canvas,col,colgroup,.mw-editsection';
const allowedAttributes: Record<string, readonly string[]> = {
  a: ['href', 'title'],
  abbr: ['title'],
  ol: ['start'],
  td: ['align', 'colspan', 'rowspan'],
  th: ['align', 'colspan', 'rowspan'],
  code: ['class'],
  div: ['data-footnote'],
  sup: ['data-footnote-ref'],
  ul: ['data-type'],
  li: ['data-type', 'data-checked'],
};
/** Headings of other programs have levels 2 to 4, because the title of an article is its level 1. */
const renamed: Record<string, string> = {
  H1: 'h2',
  H5: 'h4',
  H6: 'h4',
  TT: 'code',
  SAMP: 'code',
  ASIDE: 'blockquote',
};

/** Given where pictures can be stored; `lost` counts those that are not in the HTML. */
type PicturesToStore = { lost: number };

/**
 * Cleans HTML that other programs put on the clipboard: removes styles, scripts and images of other sites, and converts what the
 * page of an article can show. The parsed document is never attached to the page, so nothing in it runs or loads.
 */
export function cleanPastedHtml(html: string, pictures?: PicturesToStore): string {
  // The editor's own clipboard is clean, and its `data-pm-slice` marks where the selection was cut.
  if (html.includes('data-pm-slice')) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  removeComments(body);
  for (const formula of body.querySelectorAll('math')) replaceFormula(formula);
  convertFootnotes(body);
  convertWordLists(body);
  convertCode(body);
  keepLineEnds(body);
  convertTasks(body);
  for (const element of body.querySelectorAll(removedTags)) element.remove();
  for (const text of textNodes(body)) joinSpaces(text);
  for (const element of [...body.querySelectorAll('*')].reverse())
    cleanElement(element as HTMLElement, pictures);
  for (const element of body.querySelectorAll('span,font')) unwrap(element);
  body.normalize();
  splitLines(body);
  convertDescriptions(body);
  arrangeLists(body);
  for (const table of body.querySelectorAll('table')) flattenTable(table);
  for (const details of body.querySelectorAll('details')) replaceDetails(details);
  // The next letter would replace a picture at the end.
  let last = body.lastElementChild;
  while (last && last.tagName !== 'FIGURE') last = last.lastElementChild;
  if (last) body.append(body.ownerDocument.createElement('p'));
  return body.innerHTML.trim();
}

function removeComments(root: Element): void {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

/** A formula is its source. Beside it stands its drawing, which is hidden from screen readers. */
function replaceFormula(formula: Element): void {
  const source = formula.querySelector('annotation[encoding="application/x-tex"]')?.textContent?.trim();
  const frame = formula.parentElement?.parentElement;
  const isDrawn = frame?.querySelector(':scope > [aria-hidden="true"]');
  const text = source?.replace(/^\{\\displaystyle ([\s\S]*)\}$/, '$1') ?? formula.textContent ?? '';
  const replaced = frame && isDrawn ? frame : formula;
  replaced.replaceWith(text.trim());
}

/** Programs that have no other way to keep spaces alternate them with non-breaking ones. */
function joinSpaces(text: Text): void {
  const isConverted = text.parentElement?.matches('.Apple-converted-space,[style*="mso-spacerun"]');
  text.data = text.data.replace(isConverted ? /\s+/g : /\s{2,}/g, ' ');
}

/** The editor shows the tags as source, and what is between them as text. */
function replaceDetails(details: HTMLElement): void {
  const summary = details.querySelector<HTMLElement>(':scope > summary');
  if (details.closest('li,blockquote,td,th')) {
    if (summary) rename(summary, 'p');
    unwrap(details);
    return;
  }
  const createSource = (source: string): HTMLElement => {
    const block = details.ownerDocument.createElement('pre');
    block.dataset.sourceBlock = '';
    block.textContent = source;
    return block;
  };
  const title = details.ownerDocument.createElement('summary');
  title.textContent = (summary?.textContent ?? '…').replace(/\s+/g, ' ').trim();
  summary?.remove();
  details.prepend(createSource(`<details>${title.outerHTML}`));
  details.append(createSource('</details>'));
  unwrap(details);
}

function cleanElement(element: HTMLElement, pictures: PicturesToStore | undefined): void {
  const { tagName } = element;
  const isLastBreak = tagName === 'BR' && element.classList.contains('Apple-interchange-newline');
  if (tagName === 'IMG') replaceImage(element, pictures);
  else if (isLastBreak || (/^(?:P|DIV)$/.test(tagName) && isBlank(element))) element.remove();
  else if (tagName.includes(':')) unwrap(element);
  else cleanMarks(element);
}

function cleanMarks(element: HTMLElement): void {
  const marked = markByStyle(element);
  const tag = renamed[marked.tagName];
  const cleaned = tag ? rename(marked, tag) : marked;
  if (cleaned.tagName === 'A') cleanLink(cleaned);
  const names = allowedAttributes[cleaned.tagName.toLowerCase()] ?? [];
  for (const { name } of [...cleaned.attributes]) if (!names.includes(name)) cleaned.removeAttribute(name);
}

/** Other programs separate paragraphs by empty ones. */
function isBlank(paragraph: HTMLElement): boolean {
  return (
    (paragraph.textContent ?? '').trim() === '' &&
    !paragraph.querySelector('img,figure,hr,table,sup[data-footnote-ref]')
  );
}

/** Converts styles of spans to tags. `<b style="font-weight: normal">` is only a wrapper. */
function markByStyle(element: HTMLElement): HTMLElement {
  const fontWeight = styleOf(element, 'font-weight');
  const verticalAlign = styleOf(element, 'vertical-align');
  const lines = `${styleOf(element, 'text-decoration')} ${styleOf(element, 'text-decoration-line')}`;
  const isWrapper = element.tagName === 'B' || element.tagName === 'STRONG';
  if (isWrapper && (fontWeight === 'normal' || fontWeight === '400')) {
    return rename(element, element.querySelector(blockTags) ? 'div' : 'span');
  }
  if (element.tagName !== 'SPAN' && element.tagName !== 'FONT') return element;
  const isBold = fontWeight === 'bold' || fontWeight === 'bolder' || Number(fontWeight) >= 600;
  // Headings are bold by themselves, and links are underlined.
  if (isBold && !element.closest('h1,h2,h3,h4,h5,h6')) wrapInside(element, 'strong');
  if (styleOf(element, 'font-style') === 'italic') wrapInside(element, 'em');
  if (lines.includes('line-through')) wrapInside(element, 's');
  if (lines.includes('underline') && !element.closest('a') && !element.querySelector('a'))
    wrapInside(element, 'u');
  if (verticalAlign === 'super' && !element.closest('sup')) wrapInside(element, 'sup');
  if (verticalAlign === 'sub' && !element.closest('sub')) wrapInside(element, 'sub');
  return element;
}

function cleanLink(link: HTMLElement): void {
  const address = link.getAttribute('href') ?? '';
  const target = redirectTarget(address);
  if (!isSafeUrl(target) || !(isHttpUrl(target) || target.startsWith('mailto:'))) {
    link.removeAttribute('href');
    return;
  }
  link.setAttribute('href', target);
}

/** Google Docs wraps every link in a tracking redirect. */
function redirectTarget(address: string): string {
  if (!URL.canParse(address)) return address;
  const { hostname, pathname, searchParams } = new URL(address);
  const isRedirect = /(?:^|\.)google\.[a-z]{2,3}(?:\.[a-z]{2})?$/.test(hostname) && pathname === '/url';
  return (isRedirect && (searchParams.get('q') ?? searchParams.get('url'))) || address;
}

/** Pictures of this size are signs of a page, or count its readers. */
const maxSignSize = 32;
const oneLineTags = 'td,th,h1,h2,h3,h4,h5,h6';

function replaceImage(picture: HTMLElement, pictures: PicturesToStore | undefined): void {
  const replacement = replacementOf(picture, pictures);
  if (replacement === null) picture.remove();
  else picture.replaceWith(replacement);
}

/**
 * Text for emoji, a picture for images of this site and those that can be stored here, a link for others with an address, nothing
 * for the rest.
 */
function replacementOf(picture: HTMLElement, pictures: PicturesToStore | undefined): Node | string | null {
  const source = picture.getAttribute('src') ?? '';
  const alt = picture.getAttribute('alt') ?? '';
  if (/^\p{Extended_Pictographic}/u.test(alt)) return alt;
  const sizes = ['width', 'height'].map((name) => Number.parseInt(picture.getAttribute(name) ?? '', 10));
  if (sizes.every((size) => size <= maxSignSize)) return null;
  const stored = isOwnImage(source) ? source : pictures && storable(source);
  if (stored && !picture.closest(oneLineTags)) return createFigure(picture, stored, alt);
  if (isHttpUrl(source)) {
    const link = picture.ownerDocument.createElement('a');
    link.setAttribute('href', source);
    link.textContent = alt || source;
    return picture.closest('a') ? link.textContent : link;
  }
  if (pictures && source !== '') pictures.lost += 1;
  return null;
}

const storable = (source: string): string | null => (isHttpUrl(source) ? source : holdPicture(source));

function createFigure(picture: HTMLElement, source: string, alt: string): HTMLElement {
  const figure = picture.ownerDocument.createElement('figure');
  const outer = picture.closest('figure');
  const caption = outer?.querySelectorAll('img').length === 1 ? outer.querySelector('figcaption') : null;
  caption?.remove();
  Object.assign(figure.dataset, { picture: source, alt, caption: caption?.textContent?.trim() ?? '' });
  return figure;
}
