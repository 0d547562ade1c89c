import { textElements } from '#contract/html-elements.ts';

export type HtmlTag = { name: string; isClosing: boolean; title: string | null };

/** The marks of HTML elements in a text. */
export const markNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(textElements.map((name) => [name, name])),
  del: 'strike',
  s: 'strike',
};

/** A vertical bar would end the cell of a table. */
const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
  '|': '&#124;',
};
const characters = new Map(
  Object.entries(references).map(([character, reference]) => [reference, character]),
);
const written = /&(?:amp|quot|lt|gt|#124);/g;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** The tags around the text of a mark. */
export function htmlTags(name: string, title: unknown): [string, string] {
  const value = typeof title === 'string' ? title.replace(/\s+/g, ' ').trim() : '';
  const attributes = value && ` title="${value.replace(/[&"<>|]/g, (sign) => references[sign] ?? sign)}"`;
  return [`<${name}${attributes}>`, `</${name}>`];
}

/** Reads one tag; null for anything else, and for a title that is not as `htmlTags` writes it. */
export function readHtmlTag(html: string): HtmlTag | null {
  const [, slash, name, rest = ''] = /^<(\/?)([a-z][a-z\d]*)(?=[\s/>])([\s\S]*)>$/i.exec(html) ?? [];
  if (name === undefined) return null;
  const [, , double, single, bare] =
    [...rest.matchAll(attribute)].find(([, key]) => /^title$/i.test(key ?? '')) ?? [];
  const value = double ?? single ?? bare ?? '';
  if (/&[a-z#]/i.test(value.replace(written, ''))) return null;
  const title = value.replace(written, (one) => characters.get(one) ?? one);
  return { name: name.toLowerCase(), isClosing: slash === '/', title: title || null };
}
