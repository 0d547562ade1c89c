import { defaultSchema } from 'rehype-sanitize';
import { htmlElements } from '#contract/html-elements.ts';

type Schema = typeof defaultSchema;

/** The elements that only Markdown creates, beside those that HTML in a text may use. */
const fromMarkdown = ['em', 'h1', 'input', 'section', 'strong'];
const byDefault = defaultSchema.attributes ?? {};
const cell = ['align', 'colSpan', 'rowSpan'];

/** What remains of a text. Ids are those of footnotes; HTML in a text cannot set them (`html-tags.ts`). */
export const sanitiseSchema: Schema = {
  ...defaultSchema,
  tagNames: [...Object.keys(htmlElements), ...fromMarkdown],
  attributes: {
    a: [...(byDefault.a ?? []), 'id', 'title'],
    abbr: ['title'],
    code: byDefault.code ?? [],
    col: ['span'],
    colgroup: ['span'],
    details: ['open'],
    h2: [...(byDefault.h2 ?? []), 'id'],
    img: ['alt', 'src', 'title'],
    input: [...(byDefault.input ?? []), 'checked'],
    li: [...(byDefault.li ?? []), 'id', 'value'],
    ol: [...(byDefault.ol ?? []), 'start', 'reversed'],
    section: byDefault.section ?? [],
    td: cell,
    th: [...cell, 'scope'],
    ul: byDefault.ul ?? [],
  },
  ancestors: {
    ...defaultSchema.ancestors,
    caption: ['table'],
    col: ['table'],
    colgroup: ['table'],
    dd: ['dl'],
    dt: ['dl'],
    figcaption: ['figure'],
    li: ['ol', 'ul'],
    summary: ['details'],
  },
  // Footnotes get their own prefix, and so do headings.
  clobberPrefix: '',
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: [] },
};
