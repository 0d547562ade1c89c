/** HTML that is safe to put into HTML; only `html` makes it. */
export type Html = { readonly markup: string };

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (value: string | Html): string =>
  typeof value === 'string'
    ? value.replace(/[&<>"']/g, (character) => entities[character] as string)
    : value.markup;

/** A template whose texts are escaped, for elements and for attributes in quotes. */
export const html = (parts: TemplateStringsArray, ...values: Array<string | Html>): Html => ({
  markup: parts.reduce((whole, part, index) => whole + escaped(values[index - 1] ?? '') + part),
});
