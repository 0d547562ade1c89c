import { defaultSchema } from 'rehype-sanitize';
import { htmlElements } from '#contract/html-elements.ts';

type Schema = typeof defaultSchema;

/** The elements that only Markdown creates, beside those that HTML in a text may use. */
const fromMarkdown = ['em', 'h1', 'input', 'section', 'strong'];
const byDefault = defaultSchema.attributes ?? {};
const cell = ['align', 'colSpan', 'rowSpan'];

/** What remains of a text. Ids are those of footnotes, and those of authors with a prefix (`html-tags.ts`). */
export const sanitiseSchema: Schema = {
  ...defaultSchema,
  tagNames: [...Object.keys(htmlElements), ...fromMarkdown],
  attributes: {
    '*': ['id'],
    a: [...(byDefault.a ?? []), 'title'],
    abbr: ['title'],
    code: byDefault.code ?? [],
    col: ['span'],
    colgroup: ['span'],
    details: ['open'],
    h2: byDefault.h2 ?? [],
    img: ['alt', 'src', 'title'],
    input: [...(byDefault.input ?? []), 'checked'],
    li: [...(byDefault.li ?? []), 'value'],
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
  // All ids get their own prefixes.
  clobberPrefix: '',
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: [] },
};
