import XMLBuilder from 'fast-xml-builder';

/** Elements by name; attributes begin with `@`. A missing value is left out. */
export type XmlNode = { [name: string]: XmlValue };
export type XmlValue = string | number | undefined | null | XmlNode | Array<string | XmlNode>;

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  cdataPropName: '#cdata',
  suppressEmptyNode: true,
});

/** Characters that no XML 1.0 document may contain, however they are written. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text without the characters that XML forbids. */
export const withoutForbiddenCharacters = (text: string): string =>
  text.toWellFormed().replace(forbidden, '');

/** The document with this root. Texts are escaped, and characters that XML forbids are removed. */
export const xmlDocument = (root: XmlNode): string =>
  withoutForbiddenCharacters(
    builder.build({ '?xml': { '@version': '1.0', '@encoding': 'utf-8' }, ...withoutMissing(root) }),
  );

/** An element whose text readers take as markup. */
export const cdata = (text: string): XmlNode => ({ '#cdata': text });

function withoutMissing(node: XmlNode): XmlNode {
  const entries = Object.entries(node).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (Array.isArray(value))
        return [name, value.map((item) => (typeof item === 'string' ? item : withoutMissing(item)))];
      return [name, typeof value === 'object' && value !== null ? withoutMissing(value) : value];
    }),
  );
}
