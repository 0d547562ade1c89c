import { Tokenizer } from 'htmlparser2';
import { anchorPrefix } from '#contract/anchors.ts';
import { htmlElements, isHtmlElement } from '#contract/html-elements.ts';
import { isAnchorName } from './anchors.ts';

/** Of an opening tag only the permitted attributes remain. */
export type HtmlTag = { name: string; isClosing: boolean; isEmpty: boolean; attributes: Map<string, string> };
/** `isTyped` marks text that is shown as typed: tags that are not interpreted. In other text, references are decoded. */
export type HtmlPart = HtmlTag | { text: string; isTyped: boolean };

export const voidElements = new Set(['br', 'hr', 'img', 'col']);
/** Wide cells and long lists of numbers cost the browser of the reader time. */
const numberLimits: Readonly<Record<string, number>> = {
  colspan: 100,
  rowspan: 100,
  span: 100,
  start: 999_999,
  value: 999_999,
};
const keywords: Readonly<Record<string, readonly string[]>> = {
  align: ['left', 'center', 'right'],
  scope: ['row', 'col', 'rowgroup', 'colgroup'],
};
const flags = new Set(['open', 'reversed']);

/** Splits a piece of HTML into the tags that are interpreted and the text between them; reads it once. */
export function splitHtml(source: string): HtmlPart[] {
  const parts: HtmlPart[] = [];
  let end = 0;
  let tag: { start: number; name: string; attributes: Map<string, string> } | null = null;
  let attribute = { name: '', value: '' };
  const addText = (text: string, isTyped: boolean) => void (text !== '' && parts.push({ text, isTyped }));
  const add = (start: number, nextEnd: number, part: HtmlTag): void => {
    addText(source.slice(end, start), false);
    if (isHtmlElement(part.name)) parts.push(part);
    else addText(source.slice(start, nextEnd), true);
    end = nextEnd;
  };
  const addOpening = (endIndex: number, isSelfClosing: boolean): void => {
    if (!tag) return;
    const { start, name, attributes } = tag;
    const isEmpty = isSelfClosing || voidElements.has(name);
    add(start, endIndex + 1, { name, isClosing: false, isEmpty, attributes });
    tag = null;
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, endIndex) {
        const name = source.slice(start, endIndex).toLowerCase();
        tag = { start: start - 1, name, attributes: new Map() };
      },
      onattribname(start, endIndex) {
        const name = source.slice(start, endIndex).toLowerCase();
        // The older form of an id.
        attribute = { name: tag?.name === 'a' && name === 'name' ? 'id' : name, value: '' };
      },
      onattribdata(start, endIndex) {
        attribute.value += source.slice(start, endIndex);
      },
      onattribentity(codepoint) {
        attribute.value += String.fromCodePoint(codepoint);
      },
      onattribend() {
        const value = tag && permittedValue(tag.name, attribute);
        if (tag && value !== null && !tag.attributes.has(attribute.name))
          tag.attributes.set(attribute.name, value);
      },
      onopentagend: (endIndex) => addOpening(endIndex, false),
      onselfclosingtag: (endIndex) => addOpening(endIndex, true),
      onclosetag(start, endIndex) {
        const name = source.slice(start, endIndex).toLowerCase();
        const close = source.indexOf('>', endIndex);
        const attributes = new Map<string, string>();
        if (close >= 0) add(start - 2, close + 1, { name, isClosing: true, isEmpty: false, attributes });
      },
      oncdata: () => undefined,
      oncomment: () => undefined,
      ondeclaration: () => undefined,
      onend: () => undefined,
      onprocessinginstruction: () => undefined,
      ontext: () => undefined,
      ontextentity: () => undefined,
    },
  );
  tokenizer.write(source);
  tokenizer.end();
  addText(source.slice(end), false);
  return parts.some((part) => 'name' in part) ? parts : [{ text: source, isTyped: true }];
}

/** The value of an attribute that the element may have; null for any other. */
function permittedValue(element: string, { name, value }: { name: string; value: string }): string | null {
  if (name === 'id') return isAnchorName(value) ? anchorPrefix + value : null;
  if (!isHtmlElement(element) || !htmlElements[element]?.includes(name)) return null;
  if (flags.has(name)) return '';
  const limit = numberLimits[name];
  if (limit !== undefined) return /^\d{1,6}$/.test(value) ? String(Math.min(Number(value), limit)) : null;
  const words = keywords[name];
  if (words) return words.includes(value.toLowerCase()) ? value.toLowerCase() : null;
  return value;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };

export function writeTag({ name, isClosing, attributes }: HtmlTag): string {
  if (isClosing) return `</${name}>`;
  const written = Array.from(
    attributes,
    ([key, value]) => ` ${key}="${value.replace(/[&<"]/g, (sign) => escapes[sign] ?? sign)}"`,
  );
  return `<${name}${written.join('')}>`;
}

export const writeText = ({ text, isTyped }: { text: string; isTyped: boolean }): string =>
  text.replace(isTyped ? /[&<]/g : /</g, (sign) => escapes[sign] ?? sign);
