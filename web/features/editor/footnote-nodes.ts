import { Node } from '@tiptap/core';

/** Labels that Markdown writes and reads without escapes; a block with any other label is shown as its source. */
export const isPlainLabel = (label: string): boolean => /^[\p{L}\p{N}-]{1,40}$/u.test(label);

const labelFrom =
  (name: 'footnote' | 'footnoteRef') =>
  ({ dataset }: HTMLElement): { label: string } | false => {
    const label = dataset[name] ?? '';
    return isPlainLabel(label) ? { label } : false;
  };

/** The mark of a footnote in the text, shown as its label above the line. */
export const FootnoteReference = Node.create({
  name: 'footnoteReference',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => ({ label: { default: '', rendered: false } }),
  parseHTML: () => [{ tag: 'sup[data-footnote-ref]', priority: 60, getAttrs: labelFrom('footnoteRef') }],
  renderHTML: ({ node: { attrs } }) => [
    'sup',
    { 'data-footnote-ref': attrs.label, class: 'editor-footnote-ref' },
    attrs.label,
  ],
  renderText: ({ node: { attrs } }) => `[^${attrs.label}]`,
});

/** The text of a footnote: one paragraph, which the page shows below the article. */
export const Footnote = Node.create({
  name: 'footnote',
  group: 'topBlock',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ label: { default: '', rendered: false } }),
  parseHTML: () => [{ tag: 'div[data-footnote]', getAttrs: labelFrom('footnote') }],
  renderHTML: ({ node: { attrs } }) => ['div', { 'data-footnote': attrs.label, class: 'editor-footnote' }, 0],
  addKeyboardShortcuts() {
    return {
      Enter: () =>
        this.editor.isActive(this.name) && this.editor.chain().splitBlock().setNode('paragraph').run(),
    };
  },
});
