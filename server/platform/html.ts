/** Safe HTML; only the `html` template tag creates it. */
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

/** A template tag that escapes strings, for element content and quoted attributes. */
export const html = (parts: TemplateStringsArray, ...values: Array<string | Html>): Html => ({
  markup: parts.reduce((whole, part, index) => whole + escaped(values[index - 1] ?? '') + part),
});
