import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { findNoteLabels, nextNoteNumber } from '../footnote.ts';

/**
 * A transaction that inserts text with footnotes: their texts come to the end of the document. Labels that the document has
 * already are replaced. Returns null for a text without footnotes.
 */
export function pasteFootnotes(state: EditorState, slice: Slice): Transaction | null {
  const { footnote } = state.schema.nodes;
  const notes = slice.content.content.filter(({ type }) => type === footnote);
  if (notes.length === 0) return null;
  const taken = findNoteLabels(state.doc);
  const own = new Set(notes.map(({ attrs }) => String(attrs.label)));
  let next = Math.max(nextNoteNumber(taken), nextNoteNumber(own));
  const labels = new Map<string, string>();
  for (const label of own) {
    labels.set(label, taken.has(label) ? String(next) : label);
    if (taken.has(label)) next += 1;
  }
  const relabel = (node: Node): Node => {
    const attrs =
      'label' in node.attrs
        ? { ...node.attrs, label: labels.get(node.attrs.label) ?? node.attrs.label }
        : node.attrs;
    return node.isText
      ? node
      : node.type.create(attrs, Fragment.fromArray(node.children.map(relabel)), node.marks);
  };
  const rest = slice.content.content.filter(({ type }) => type !== footnote).map(relabel);
  const { tr } = state;
  tr.replaceSelection(Slice.maxOpen(Fragment.fromArray(rest)));
  return tr.insert(tr.doc.content.size, notes.map(relabel));
}
