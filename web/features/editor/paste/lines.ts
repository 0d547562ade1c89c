import { blockTags, breakLines, isBlock, styleOf, textNodes } from './dom.ts';

const keepsLines = /^(?:pre|break-spaces)/;

/** Copied pages carry the styles of their classes: where line ends are shown, they become line breaks. */
export function keepLineEnds(body: Element): void {
  for (const text of textNodes(body)) {
    if (!/[\r\n]/.test(text.textContent ?? '')) continue;
    const styled = text.parentElement?.closest('[style*="white-space"]');
    if (styled && keepsLines.test(whiteSpaceOf(styled))) breakLines(text);
  }
}

const whiteSpaceOf = (element: Element): string =>
  styleOf(element, 'white-space-collapse') || styleOf(element, 'white-space');

/** Makes code blocks of preformatted text, and of what editors of code copy: lines in a font of one width. */
export function convertCode(body: Element): void {
  for (const element of [...body.children]) {
    const isCode =
      /\bmonospace\b/.test(styleOf(element, 'font-family')) && keepsLines.test(whiteSpaceOf(element));
    if (isCode && /^(?:DIV|SPAN)$/.test(element.tagName) && isMultiLine(element))
      replaceCode(element, element);
  }
  for (const element of body.querySelectorAll('pre')) {
    const codes = element.querySelectorAll('code');
    replaceCode(element, codes.length === 1 && codes[0] ? codes[0] : element);
  }
}

const isMultiLine = (element: Element): boolean =>
  element.querySelector('br,div') !== null || /\n/.test(element.textContent ?? '');

const language = /\b(?:language|lang|highlight-source)-([\w+#.-]{1,40})/;

function replaceCode(element: Element, content: Element): void {
  const names = [content, element, element.parentElement].map((one) => one?.getAttribute('class') ?? '');
  const name = names.map((list) => language.exec(list)?.[1]).find(Boolean);
  const code = element.ownerDocument.createElement('code');
  if (name) code.className = `language-${name}`;
  const text = linesOf(content);
  code.textContent = text.endsWith('\n') ? text.slice(0, -1) : text;
  const block = element.ownerDocument.createElement('pre');
  block.append(code);
  element.replaceWith(block);
}

/** The text of code, with line ends for line breaks and between blocks. */
function linesOf(node: Node): string {
  if (node.nodeType === 3) return node.textContent ?? '';
  if (node.nodeName === 'BR') return '\n';
  let text = '';
  for (const child of node.childNodes) {
    if (isBlock(child) && text !== '' && !text.endsWith('\n')) text += '\n';
    text += linesOf(child);
    if (isBlock(child) && !text.endsWith('\n')) text += '\n';
  }
  return text;
}

/** Two consecutive line breaks end a paragraph. A single one between blocks is removed. */
export function splitLines(body: Element): void {
  for (const lineBreak of body.querySelectorAll('br')) {
    const { parentElement } = lineBreak;
    if (!parentElement) continue;
    const isBetweenBlocks = parentElement.querySelector(`:scope > :is(${blockTags})`) !== null;
    if (isBetweenBlocks && !hasTextBeside(lineBreak)) lineBreak.remove();
  }
  const containers = [body, ...body.querySelectorAll('p,div,blockquote')].filter(
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
    if (container.matches('p,div')) container.replaceWith(...paragraphs);
    else container.replaceChildren(...paragraphs);
  }
}

function hasTextBeside({ previousSibling, nextSibling }: Element): boolean {
  return [previousSibling, nextSibling].some(
    (sibling) => sibling !== null && (sibling.textContent ?? '').trim() !== '' && !isBlock(sibling),
  );
}
