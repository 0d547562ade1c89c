import { CodeBlock as BaseCodeBlock } from '@tiptap/extension-code-block';
import { highlightPlugin } from './highlight.ts';

/** A code block that keeps the info string after the language and highlights its code. */
export const CodeBlock = BaseCodeBlock.extend({
  addAttributes() {
    return { ...this.parent?.(), meta: { default: null, rendered: false } };
  },
  addKeyboardShortcuts() {
    const { Tab: _tab, 'Shift-Tab': _back, ...others } = this.parent?.() ?? {};
    return others;
  },
  addProseMirrorPlugins() {
    return [...(this.parent?.() ?? []), highlightPlugin(this.name)];
  },
});
