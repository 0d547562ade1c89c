import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import { interpolate } from '#locales/interpolate.ts';
import * as editorMessages from '#locales/ru/editor.ts';

/** The number after the highest footnote of the document, those in source blocks included. */
function nextNumber(doc: Node): number {
  let highest = 0;
  doc.descendants(({ attrs, text }) => {
    const labels = [attrs.label, ...[...(text ?? '').matchAll(/\[\^(\d{1,6})\]/g)].map(([, label]) => label)];
    for (const label of labels) if (/^\d{1,6}$/.test(label ?? '')) highest = Math.max(highest, Number(label));
  });
  return highest + 1;
}

/** Adds a footnote after the selection, and its text at the end of the document, where it is selected. */
export function insertFootnote(editor: Editor): void {
  editor.commands.command(({ state, tr }) => {
    const { footnote, footnoteReference } = state.schema.nodes;
    const { $to } = tr.selection;
    if (!footnote || !footnoteReference) return false;
    const label = String(nextNumber(tr.doc));
    if ($to.parent.type.name === 'sourceBlock') tr.insertText(`[^${label}]`, $to.pos);
    else if ($to.parent.canReplaceWith($to.index(), $to.index(), footnoteReference))
      tr.insert($to.pos, footnoteReference.create({ label }));
    else return false;
    const text = interpolate(editorMessages.footnoteText, { number: label });
    const end = tr.doc.content.size;
    tr.insert(end, footnote.create({ label }, state.schema.text(text)));
    tr.setSelection(TextSelection.create(tr.doc, end + 1, end + 1 + text.length)).scrollIntoView();
    return true;
  });
}
