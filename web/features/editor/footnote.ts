import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import { interpolate } from '#locales/interpolate.ts';
import * as editorMessages from '#locales/ru/editor.ts';

/** The labels of the footnotes of a document, those in source blocks included. */
export function findNoteLabels(doc: Node): Set<string> {
  const found = new Set<string>();
  doc.descendants(({ attrs, text }) => {
    if (typeof attrs.label === 'string') found.add(attrs.label);
    for (const [, label] of (text ?? '').matchAll(/\[\^([\p{L}\p{N}-]{1,40})\]/gu)) found.add(label ?? '');
  });
  return found;
}

/** The number after the highest of the labels. */
export const nextNoteNumber = (labels: ReadonlySet<string>): number =>
  Math.max(0, ...[...labels].filter((label) => /^\d{1,6}$/.test(label)).map(Number)) + 1;

/** Adds a footnote after the selection, and its text at the end of the document, where it is selected. */
export function insertFootnote(editor: Editor): void {
  editor.commands.command(({ state, tr }) => {
    const { footnote, footnoteReference } = state.schema.nodes;
    const { $to } = tr.selection;
    if (!footnote || !footnoteReference) return false;
    const label = String(nextNoteNumber(findNoteLabels(tr.doc)));
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
