/** Safe HTML, created by the `html` tag, which escapes interpolated values. */
export type Html = { readonly html: string };

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Tagged template for HTML: strings are escaped, nested templates are inserted unchanged. */
export function html(strings: TemplateStringsArray, ...values: Array<string | number | Html>): Html {
  const escaped = values.map((value) => (typeof value === 'object' ? value.html : escapeText(String(value))));
  return { html: strings.reduce((whole, part, index) => whole + escaped[index - 1] + part) };
}

const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
