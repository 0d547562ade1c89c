// @vitest-environment happy-dom
import { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { afterEach, describe, expect, it } from 'vitest';
import { type EditorActions, editorExtensions } from '#web/features/editor/extensions.ts';
import { createSourceTracker } from '#web/features/editor/source-tracker.ts';
import pastedTexts from './pasted-texts.json' with { type: 'json' };

type Case = {
  name: string;
  /** The text of the document, with the cursor at the end of its first block. */
  document?: string;
  /** Texts typed before the paste, and keys after `key:`. */
  before?: string[];
  html?: string;
  plain?: string;
  extra?: Record<string, string>;
  /** Whether the plain text is pasted by Ctrl+Shift+V. */
  isVerbatim?: boolean;
  markdown: string;
};
const cases: Case[] = pastedTexts;
let editor: Editor;

afterEach(() => editor.destroy());

function typeText(text: string): void {
  const { view } = editor;
  for (const character of text) {
    const { from, to } = view.state.selection;
    const insert = () => view.state.tr.insertText(character, from, to);
    if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, character, insert)))
      view.dispatch(insert());
  }
}

function run(step: string): void {
  const { view, state } = editor;
  const key = /^key:(.*)$/.exec(step)?.[1];
  if (key === undefined) typeText(step);
  else if (key.endsWith('ArrowLeft'))
    view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, 1, state.doc.content.size - 1)));
  else view.someProp('handleKeyDown', (handle) => handle(view, new KeyboardEvent('keydown', { key })));
}

function paste({ html = '', plain = '', extra, isVerbatim = false }: Case): void {
  const data: Record<string, string> = { 'text/html': html, 'text/plain': plain, ...extra };
  const clipboardData = { getData: (type: string) => data[type] ?? '', files: [] };
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData });
  if (isVerbatim) editor.view.pasteText(plain, event as unknown as ClipboardEvent);
  else editor.view.dom.dispatchEvent(event);
}

describe('the editor', () => {
  it.each(cases)('keeps what is pasted or typed: $name', (one) => {
    const actions = () => ({ hasUploads: () => false }) as EditorActions;
    editor = new Editor({
      element: document.createElement('div'),
      extensions: editorExtensions({ placeholder: '', actions }),
      enablePasteRules: ['link'],
    });
    const tracker = createSourceTracker(editor.schema);
    if (one.document) {
      const { content } = tracker.read(one.document);
      const { tr } = editor.state;
      tr.replaceWith(0, tr.doc.content.size, content);
      const end = (content.firstChild?.nodeSize ?? 0) - 1;
      editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end)));
    }
    one.before?.forEach(run);
    if (one.html || one.plain) paste(one);
    const written = tracker.write(editor.state.doc);
    expect(written).toBe(one.markdown);
    const read = createSourceTracker(editor.schema).read(written);
    const sources = read.children.filter(({ type }) => type.name === 'sourceBlock');
    expect(sources.every(({ textContent }) => /^<\/?details>/.test(textContent))).toBe(true);
  });
});
