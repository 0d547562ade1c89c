export const blockTags =
  'p,div,h1,h2,h3,h4,h5,h6,ul,ol,dl,table,blockquote,pre,figure,hr,section,article,aside,details';
/** Blocks, and what stands on a line of its own within them. */
const lineTags = `${blockTags},li,dt,dd,summary,figcaption`;

export const isBlock = (node: Node | null): boolean =>
  node?.nodeType === 1 && (node as Element).matches(blockTags);

export const isBlankText = (node: Node): boolean =>
  node.nodeType === 3 && (node.textContent ?? '').trim() === '';

/** A style of the element itself, as its attribute has it. */
export function styleOf(element: Element, name: string): string {
  const declarations = (element.getAttribute('style') ?? '').toLowerCase().split(';');
  const found = declarations.findLast((one) => one.split(':', 1)[0]?.trim() === name) ?? '';
  return found.slice(found.indexOf(':') + 1).trim();
}

export function rename(element: HTMLElement, tag: string): HTMLElement {
  const other = element.ownerDocument.createElement(tag);
  for (const { name, value } of [...element.attributes])
    if (!name.includes(':')) other.setAttribute(name, value);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

export function wrapInside(element: HTMLElement, tag: string): void {
  const mark = element.ownerDocument.createElement(tag);
  mark.append(...element.childNodes);
  element.append(mark);
}

/** The text nodes of an element, outside of preformatted text. */
export function textNodes(root: Element): Text[] {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found.filter((text) => !text.parentElement?.closest('pre'));
}

/** Replaces the line ends of a text by line breaks. */
export function breakLines(text: Text): void {
  const lines = (text.textContent ?? '').split(/\r\n?|\n/);
  text.replaceWith(
    ...lines.flatMap((line, index) =>
      index === 0 ? [line] : [text.ownerDocument.createElement('br'), line],
    ),
  );
}

/** Makes one line of text with line breaks of the blocks in an element. */
export function flattenBlocks(element: Element): void {
  const lineBreak = (): Element => element.ownerDocument.createElement('br');
  for (const code of element.querySelectorAll('pre')) {
    const lines = (code.textContent ?? '').split('\n').map((line) => {
      const mark = element.ownerDocument.createElement('code');
      mark.textContent = line;
      return mark;
    });
    code.replaceWith(lineBreak(), ...lines.flatMap((line) => [line, lineBreak()]));
  }
  for (const block of element.querySelectorAll(lineTags)) {
    block.before(lineBreak());
    block.after(lineBreak());
    unwrap(block);
  }
  const isEdge = (node: Node | null): boolean => node === null || node.nodeName === 'BR';
  for (const one of element.querySelectorAll('br')) {
    while (one.nextSibling && isBlankText(one.nextSibling)) one.nextSibling.remove();
    while (one.previousSibling && isBlankText(one.previousSibling)) one.previousSibling.remove();
    if (one.parentElement === element && isEdge(one.previousSibling)) one.remove();
  }
  if (element.lastChild?.nodeName === 'BR') element.lastChild.remove();
}
