/** Safe HTML; only the `html` template tag and `joinHtml` create it. */
export type Html = { readonly markup: string };

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (value: string | number | Html): string =>
  typeof value === 'object'
    ? value.markup
    : String(value).replace(/[&<>"']/g, (character) => entities[character] as string);

/** A template tag that escapes strings, for element content and quoted attributes. */
export const html = (parts: TemplateStringsArray, ...values: Array<string | number | Html>): Html => ({
  markup: parts.reduce((whole, part, index) => whole + escaped(values[index - 1] ?? '') + part),
});

export const joinHtml = (parts: readonly Html[], separator: string): Html => ({
  markup: parts.map(({ markup }) => markup).join(escaped(separator)),
});
