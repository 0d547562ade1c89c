import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { interpolate } from '#locales/interpolate.ts';
import * as editorMessages from '#locales/ru/editor.ts';
import { createBlockWriter } from './block-writer.ts';

/** A character of the private use area, which marks the cursor in a copy of the text. */
const cursorMark = '\uE000';

/** The number after the highest footnote of the text. */
function nextNumber(text: string): number {
  return Math.max(0, ...[...text.matchAll(/\[\^(\d{1,6})\]/g)].map(([, number]) => Number(number))) + 1;
}

/**
 * Adds a footnote at the cursor and selects its text at the end of the document. Both are source blocks, because the
 * editor has no node for footnotes.
 */
export function insertFootnote(editor: Editor): void {
  editor.commands.command(({ state, tr }) => {
    const { sourceBlock } = state.schema.nodes;
    const { $from } = tr.selection;
    if (!sourceBlock || $from.depth === 0) return false;
    const number = nextNumber(tr.doc.textBetween(0, tr.doc.content.size, '\n'));
    const mark = `[^${number}]`;
    const start = $from.before(1);
    tr.insertText(cursorMark, $from.pos);
    const block = tr.doc.nodeAt(start);
    const source = block && createBlockWriter().write(block)?.replace(cursorMark, mark);
    if (!block || !source) return false;
    tr.replaceWith(start, start + block.nodeSize, sourceBlock.create(null, state.schema.text(source)));
    const text = interpolate(editorMessages.footnoteText, { number });
    const end = tr.doc.content.size;
    tr.insert(end, sourceBlock.create(null, state.schema.text(`${mark}: ${text}`)));
    const from = end + 1 + mark.length + 2;
    tr.setSelection(TextSelection.create(tr.doc, from, from + text.length)).scrollIntoView();
    return true;
  });
}
