import { type Extensions, Mark } from '@tiptap/core';
import { htmlElements, textElements } from '#contract/html-elements.ts';

/** A mark for each element of text that Markdown writes as HTML. Text typed after it is outside of it. */
export const htmlMarks: Extensions = textElements.map((name) =>
  Mark.create({
    name,
    inclusive: false,
    addAttributes: () =>
      Object.fromEntries((htmlElements[name] ?? []).map((attribute) => [attribute, { default: null }])),
    parseHTML: () => [{ tag: name }],
    renderHTML: ({ HTMLAttributes }) => [name, HTMLAttributes, 0],
  }),
);
