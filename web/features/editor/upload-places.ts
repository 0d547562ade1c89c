import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { t } from '#text/index.ts';

type Change = { add?: { id: number; position: number }; remove?: number };

const key = new PluginKey<DecorationSet>('uploadPlaces');

/** Shows placeholders for running uploads. They move with the text and are not part of the document. */
export function uploadPlaces(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (transaction, places) => {
        const moved = places.map(transaction.mapping, transaction.doc);
        const { add, remove }: Change = transaction.getMeta(key) ?? {};
        const left = remove === undefined ? moved : moved.remove(find(moved, remove));
        return add ? left.add(transaction.doc, [drawPlace(add.id, add.position)]) : left;
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });
}

function drawPlace(id: number, position: number): Decoration {
  const draw = (): HTMLElement => {
    const place = document.createElement('div');
    place.className = 'editor-upload-place';
    place.textContent = t('editor.uploadHere');
    return place;
  };
  // Text typed after the placeholder does not move it.
  return Decoration.widget(position, draw, { id, key: `upload-${id}`, side: -1 });
}

function find(places: DecorationSet, id: number): Decoration[] {
  return places.find(undefined, undefined, (spec) => spec.id === id);
}

/** A transaction that adds a placeholder after the block at `position`, or before it when it is an empty line. */
export function markPlace(state: EditorState, id: number, position: number): Transaction {
  const $position = state.doc.resolve(Math.min(position, state.doc.content.size));
  const add = { id, position: $position.pos };
  // Text typed in the empty line then comes after the images.
  if ($position.depth > 0)
    add.position = isEmptyParagraph($position.node(1)) ? $position.before(1) : $position.after(1);
  return state.tr.setMeta(key, { add } satisfies Change);
}

/** A transaction that removes a placeholder. */
export function forgetPlace(state: EditorState, id: number): Transaction {
  return state.tr.setMeta(key, { remove: id } satisfies Change);
}

/**
 * A transaction that inserts an image at the placeholder `id`, or at the end when its surroundings were deleted. The
 * images of one placeholder form one gallery; `before` is the number of its images that come first.
 */
export function insertPicture(
  state: EditorState,
  id: number,
  picture: { src: string; alt: string },
  before: number | null,
): Transaction {
  const place = find(key.getState(state) ?? DecorationSet.empty, id)[0];
  const position = place?.from ?? state.doc.content.size;
  const previous = state.doc.resolve(position).nodeBefore;
  const node = (state.schema.nodes.picture as NonNullable<typeof state.schema.nodes.picture>).create(picture);
  const { tr } = state;
  // The empty line that ends every text may be between the gallery and the placeholder.
  const end = isEmptyParagraph(previous) ? position - 2 : position;
  const gallerySoFar = state.doc.resolve(end).nodeBefore;
  if (before !== null && gallerySoFar?.type.name === 'gallery') {
    const start = end - gallerySoFar.nodeSize + 1;
    return tr.insert(start + Math.min(before, gallerySoFar.childCount), node);
  }
  const gallery = (state.schema.nodes.gallery as NonNullable<typeof state.schema.nodes.gallery>).create(
    null,
    node,
  );
  // The line with the cursor stays: otherwise the image would be selected and replaced by the next letter.
  const isInUse = state.selection.from < position && state.selection.to > end;
  tr.replaceWith(end, isInUse ? end : position, gallery);
  const change: Change = place ? { remove: id, add: { id, position: end + gallery.nodeSize } } : {};
  return tr.setMeta(key, change);
}

function isEmptyParagraph(node: Node | null): boolean {
  return node?.type.name === 'paragraph' && node.content.size === 0;
}
