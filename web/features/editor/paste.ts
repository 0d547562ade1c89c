import { convertWordLists } from './ms-word-lists.ts';
import { isHttpUrl, isOwnImage, isSafeUrl } from './safe-url.ts';

const removedTags =
  'script,style,meta,link,title,xml,iframe,object,embed,svg,math,template,noscript,form,button,select,textarea,audio,video,canvas';
const allowedAttributes: Record<string, readonly string[]> = {
  a: ['href', 'title'],
  ol: ['start'],
  td: ['align'],
  th: ['align'],
  code: ['class'],
  ul: ['data-type'],
  li: ['data-type', 'data-checked'],
};
/** Maps headings of other programs to levels 2 to 4, because the title of an article is its level 1. */
const headings: Record<string, string> = { H1: 'h2', H5: 'h4', H6: 'h4' };
const blockTags = 'p,div,h1,h2,h3,h4,h5,h6,ul,ol,table,blockquote,pre,figure,hr,section,article';

/**
 * Cleans HTML that other programs put on the clipboard: removes styles, scripts and images of other sites, and converts
 * lists and headings. The parsed document is never attached to the page, so nothing in it runs or loads.
 */
export function cleanPastedHtml(html: string): string {
  // The editor's own clipboard is clean, and its `data-pm-slice` marks where the selection was cut.
  if (html.includes('data-pm-slice')) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  removeComments(body);
  convertWordLists(body);
  for (const element of body.querySelectorAll(removedTags)) element.remove();
  for (const element of [...body.querySelectorAll('*')].reverse()) cleanElement(element as HTMLElement);
  splitLines(body);
  for (const table of body.querySelectorAll('table')) flattenTable(table);
  return body.innerHTML.trim();
}

function removeComments(root: Element): void {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

function cleanElement(element: HTMLElement): void {
  const { tagName } = element;
  const isLastBreak = tagName === 'BR' && element.classList.contains('Apple-interchange-newline');
  if (tagName === 'IMG') replaceImage(element);
  else if (isLastBreak || (tagName === 'P' && isBlank(element))) element.remove();
  else if (tagName.includes(':')) unwrap(element);
  else cleanMarks(element);
}

function cleanMarks(element: HTMLElement): void {
  const marked = markByStyle(element);
  const renamed = headings[marked.tagName] ? rename(marked, headings[marked.tagName] as string) : marked;
  if (renamed.tagName === 'A') cleanLink(renamed);
  const names = allowedAttributes[renamed.tagName.toLowerCase()] ?? [];
  for (const { name } of [...renamed.attributes]) if (!names.includes(name)) renamed.removeAttribute(name);
}

/** Other programs separate paragraphs by empty ones. */
function isBlank(paragraph: HTMLElement): boolean {
  return (paragraph.textContent ?? '').trim() === '' && !paragraph.querySelector('img,figure');
}

/** Converts styles of spans to tags. `<b style="font-weight: normal">` is only a wrapper. */
function markByStyle(element: HTMLElement): HTMLElement {
  const { fontWeight, fontStyle, textDecoration, textDecorationLine } = element.style;
  const isLine = `${textDecoration} ${textDecorationLine}`.includes('line-through');
  const isWrapper = element.tagName === 'B' || element.tagName === 'STRONG';
  if (isWrapper && (fontWeight === 'normal' || fontWeight === '400')) {
    return rename(element, element.querySelector(blockTags) ? 'div' : 'span');
  }
  if (element.tagName !== 'SPAN' && element.tagName !== 'FONT') return element;
  const isBold = fontWeight === 'bold' || fontWeight === 'bolder' || Number(fontWeight) >= 600;
  // Headings are bold by themselves.
  if (isBold && !element.closest('h1,h2,h3,h4,h5,h6')) wrapInside(element, 'strong');
  if (fontStyle === 'italic') wrapInside(element, 'em');
  if (isLine) wrapInside(element, 's');
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

/** Converts emoji images to text and images of other sites to links, keeps images of this site, removes others. */
function replaceImage(picture: HTMLElement): void {
  const source = picture.getAttribute('src') ?? '';
  const alt = picture.getAttribute('alt') ?? '';
  const { ownerDocument } = picture;
  if (/^\p{Extended_Pictographic}/u.test(alt)) picture.replaceWith(alt);
  else if (isOwnImage(source)) {
    const figure = ownerDocument.createElement('figure');
    figure.dataset.picture = source;
    figure.dataset.alt = alt;
    picture.replaceWith(figure);
  } else if (isHttpUrl(source)) {
    const link = ownerDocument.createElement('a');
    link.setAttribute('href', source);
    link.textContent = alt || source;
    picture.replaceWith(picture.closest('a') ? link.textContent : link);
  } else picture.remove();
}

/** Two consecutive line breaks end a paragraph. A single one between blocks is removed. */
function splitLines(body: Element): void {
  for (const lineBreak of body.querySelectorAll('br')) {
    const { parentElement } = lineBreak;
    if (!parentElement) continue;
    const isBetweenBlocks = parentElement.querySelector(`:scope > :is(${blockTags})`) !== null;
    if (isBetweenBlocks && !hasTextBeside(lineBreak)) lineBreak.remove();
  }
  const containers = [body, ...body.querySelectorAll('p,div')].filter(
    (element) =>
      element.querySelector(':scope > br + br') && !element.querySelector(`:scope > :is(${blockTags})`),
  );
  for (const container of containers) {
    const paragraphs: HTMLElement[] = [];
    let paragraph = body.ownerDocument.createElement('p');
    const finish = (): void => {
      while (paragraph.lastChild?.nodeName === 'BR') paragraph.lastChild.remove();
      if (paragraph.hasChildNodes()) paragraphs.push(paragraph);
      paragraph = body.ownerDocument.createElement('p');
    };
    for (const child of [...container.childNodes]) {
      if (child.nodeName === 'BR' && paragraph.lastChild?.nodeName === 'BR') finish();
      else if (child.nodeName !== 'BR' || paragraph.hasChildNodes()) paragraph.append(child);
    }
    finish();
    if (container === body) container.replaceChildren(...paragraphs);
    else container.replaceWith(...paragraphs);
  }
}

function hasTextBeside({ previousSibling, nextSibling }: Element): boolean {
  return [previousSibling, nextSibling].some(
    (sibling) => sibling !== null && (sibling.textContent ?? '').trim() !== '' && !isBlock(sibling),
  );
}

function isBlock(node: Node): boolean {
  return node.nodeType === 1 && (node as Element).matches(blockTags);
}

/** Markdown tables have a header row and cells of one line, without spans. */
function flattenTable(table: HTMLTableElement): void {
  for (const head of table.rows[0]?.querySelectorAll('td') ?? []) rename(head, 'th');
  for (const cell of table.querySelectorAll('td,th')) {
    for (const block of cell.querySelectorAll(`${blockTags},li,br`)) {
      block.after(' ');
      unwrap(block as HTMLElement);
    }
  }
}

function rename(element: HTMLElement, tag: string): HTMLElement {
  const other = element.ownerDocument.createElement(tag);
  for (const { name, value } of [...element.attributes])
    if (!name.includes(':')) other.setAttribute(name, value);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

function unwrap(element: HTMLElement): void {
  element.replaceWith(...element.childNodes);
}

function wrapInside(element: HTMLElement, tag: string): void {
  const mark = element.ownerDocument.createElement(tag);
  mark.append(...element.childNodes);
  element.append(mark);
}
