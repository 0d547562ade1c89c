import type { Slice } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { isImageType } from '#web/forms/image-file.ts';
import { isHttpUrl } from '../safe-url.ts';

/** A picture that is stored while the text is edited: its bytes, or its address on another site. */
export type PastedPicture = { src: string; source: File | string };

/** Pictures whose bytes were in the pasted text, by the name that stands for them until they are stored. */
const held = new Map<string, File>();
const nameLength = 24;

/** Keeps the bytes of a data URL; null for anything but a picture that can be uploaded. */
export function holdPicture(dataUrl: string): string | null {
  const comma = dataUrl.indexOf(',');
  const type = /^data:(image\/[a-z]+);base64$/i.exec(dataUrl.slice(0, comma))?.[1] ?? '';
  if (!isImageType(type)) return null;
  try {
    const bytes = Uint8Array.from(atob(dataUrl.slice(comma + 1)), (character) => character.charCodeAt(0));
    const name = `pasted:${crypto.randomUUID()}`;
    held.set(name, new File([bytes], name.slice(0, nameLength), { type }));
    return name;
  } catch {
    return null;
  }
}

/** The pictures of pasted text that are not stored here yet. */
export function takePictures(slice: Slice): PastedPicture[] {
  const found = new Map<string, PastedPicture>();
  slice.content.descendants(({ type, attrs }) => {
    if (type.name !== 'picture') return;
    const src = String(attrs.src);
    const source = held.get(src) ?? (isHttpUrl(src) ? src : undefined);
    held.delete(src);
    if (source !== undefined && !found.has(src)) found.set(src, { src, source });
  });
  return [...found.values()];
}

/** A transaction that gives pictures their address on this site, or removes them without one. Undo does not revert it. */
export function settlePicture(state: EditorState, src: string, address: string | null): Transaction {
  const { tr } = state;
  state.doc.descendants((node, position) => {
    if (node.type.name !== 'picture' || node.attrs.src !== src) return;
    const place = tr.mapping.map(position);
    if (address !== null) tr.setNodeMarkup(place, null, { ...node.attrs, src: address });
    else tr.deleteRange(place, place + node.nodeSize);
  });
  return tr.setMeta('addToHistory', false);
}
