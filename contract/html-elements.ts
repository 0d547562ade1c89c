/** Elements of text that have no sign in Markdown. */
export const textElements = ['abbr', 'ins', 'kbd', 'mark', 'sub', 'sup', 'u'] as const;

/**
 * The HTML that Markdown may contain, with the attributes of each element. Everything else is shown as text. The renderer
 * interprets it; the editor shows elements of text as marks, and other blocks with HTML as source.
 */
export const htmlElements: Readonly<Record<string, readonly string[]>> = {
  ...withoutAttributes(`${textElements.join(' ')} del s br hr summary figure figcaption p div span`),
  ...withoutAttributes('table caption thead tbody tfoot tr ul dl dt dd blockquote pre code h2 h3 h4 h5 h6'),
  a: ['href', 'title'],
  abbr: ['title'],
  img: ['src', 'alt', 'title'],
  details: ['open'],
  ol: ['start', 'reversed'],
  li: ['value'],
  colgroup: ['span'],
  col: ['span'],
  td: ['align', 'colspan', 'rowspan'],
  th: ['align', 'colspan', 'rowspan', 'scope'],
};

function withoutAttributes(names: string): Record<string, readonly string[]> {
  return Object.fromEntries(names.split(' ').map((name) => [name, []]));
}

export const isHtmlElement = (name: string): boolean => Object.hasOwn(htmlElements, name);

/** The options of `remark-gfm`, of which texts are written: one `~` is text, as in `20~25 °C` and `~/notes`. */
export const gfmOptions = { singleTilde: false } as const;
