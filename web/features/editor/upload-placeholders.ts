import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import * as editorMessages from '#locales/ru/editor.ts';

type Change = { add?: { id: number; position: number }; remove?: number };

const key = new PluginKey<DecorationSet>('uploadPlaces');

/** Shows placeholders for running uploads. They move with the text and are not part of the document. */
export function uploadPlaceholders(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (transaction, placeholders) => {
        const moved = placeholders.map(transaction.mapping, transaction.doc);
        const { add, remove }: Change = transaction.getMeta(key) ?? {};
        const remaining = remove === undefined ? moved : moved.remove(find(moved, remove));
        return add ? remaining.add(transaction.doc, [createPlaceholder(add.id, add.position)]) : remaining;
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });
}

function createPlaceholder(id: number, position: number): Decoration {
  const render = (): HTMLElement => {
    const placeholder = document.createElement('div');
    placeholder.className = 'editor-upload-place';
    placeholder.textContent = editorMessages.uploadHere;
    return placeholder;
  };
  // Text typed after the placeholder does not move it.
  return Decoration.widget(position, render, { id, key: `upload-${id}`, side: -1 });
}

function find(placeholders: DecorationSet, id: number): Decoration[] {
  return placeholders.find(undefined, undefined, (spec) => spec.id === id);
}

/** A transaction that adds a placeholder after the block at `position`, or before it when it is an empty line. */
export function addPlaceholder(state: EditorState, id: number, position: number): Transaction {
  const $position = state.doc.resolve(Math.min(position, state.doc.content.size));
  const add = { id, position: $position.pos };
  // Text typed in the empty line then comes after the images.
  if ($position.depth > 0)
    add.position = isEmptyParagraph($position.node(1)) ? $position.before(1) : $position.after(1);
  return state.tr.setMeta(key, { add } satisfies Change);
}

/** A transaction that removes a placeholder. */
export function removePlaceholder(state: EditorState, id: number): Transaction {
  return state.tr.setMeta(key, { remove: id } satisfies Change);
}

/**
 * A transaction that inserts an image at the placeholder `id`, or at the end when its surroundings were deleted. The
 * images of one placeholder form one gallery; `before` is the number of its images that come first.
 */
export function insertImage(
  state: EditorState,
  id: number,
  image: { src: string; alt: string },
  before: number | null,
): Transaction {
  const placeholder = find(key.getState(state) ?? DecorationSet.empty, id)[0];
  const position = placeholder?.from ?? state.doc.content.size;
  const previous = state.doc.resolve(position).nodeBefore;
  const node = (state.schema.nodes.picture as NonNullable<typeof state.schema.nodes.picture>).create(image);
  const { tr } = state;
  // The empty line that ends every text may be between the gallery and the placeholder.
  const end = isEmptyParagraph(previous) ? position - 2 : position;
  const existingGallery = state.doc.resolve(end).nodeBefore;
  if (before !== null && existingGallery?.type.name === 'gallery') {
    const start = end - existingGallery.nodeSize + 1;
    return tr.insert(start + Math.min(before, existingGallery.childCount), node);
  }
  const gallery = (state.schema.nodes.gallery as NonNullable<typeof state.schema.nodes.gallery>).create(
    null,
    node,
  );
  // The line with the cursor stays: otherwise the image would be selected and replaced by the next letter.
  const hasCursor = state.selection.from < position && state.selection.to > end;
  tr.replaceWith(end, hasCursor ? end : position, gallery);
  const change: Change = placeholder ? { remove: id, add: { id, position: end + gallery.nodeSize } } : {};
  return tr.setMeta(key, change);
}

function isEmptyParagraph(node: Node | null): boolean {
  return node?.type.name === 'paragraph' && node.content.size === 0;
}
