import { Extension } from '@tiptap/core';
import type { Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { findEmbedService } from '#contract/embeds.ts';
import type { EditorActions } from './extensions.ts';
import { pasteFootnotes } from './paste/pasted-footnotes.ts';
import { takePictures } from './paste/pictures.ts';
import { readPlainText } from './paste/plain-text.ts';
import { cleanPastedHtml } from './paste.ts';

/** What is pasted and dropped. */
export const Clipboard = Extension.create<{ actions: () => EditorActions }>({
  name: 'clipboard',
  addProseMirrorPlugins() {
    return [clipboardPlugin(this.options.actions)];
  },
});

function clipboardPlugin(actions: () => EditorActions): Plugin {
  let lost = 0;
  const storePictures = (slice: Slice, missing: number): void => {
    if (actions().hasUploads()) actions().storePictures(takePictures(slice), missing);
  };
  return new Plugin({
    props: {
      transformPastedHTML: (html) => {
        const pictures = actions().hasUploads() ? { lost: 0 } : undefined;
        const cleaned = cleanPastedHtml(html, pictures);
        lost = pictures?.lost ?? 0;
        return cleaned;
      },
      clipboardTextParser: readPlainText,
      handlePaste: (view, event, slice) => {
        const missing = lost;
        lost = 0;
        const data = event.clipboardData;
        if (!data) return false;
        const html = data.getData('text/html');
        const files = [...data.files];
        if (files.length > 0 && !hasText(html)) {
          actions().uploadFiles(files, view.state.selection.to);
          return true;
        }
        if (pasteEmbed(view, data.getData('text/plain').trim())) return true;
        // The editor's own clipboard is cut where the selection was.
        if (html.includes('data-pm-slice')) return false;
        storePictures(slice, missing);
        const transaction = pasteFootnotes(view.state, slice);
        if (transaction) view.dispatch(transaction.scrollIntoView().setMeta('paste', true));
        return transaction !== null;
      },
      handleDrop: (view, event, slice, isMoved) => {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) {
          if (!isMoved) storePictures(slice, lost);
          lost = 0;
          return false;
        }
        event.preventDefault();
        const dropPosition = view.posAtCoords({ left: event.clientX, top: event.clientY });
        actions().uploadFiles(files, dropPosition?.pos ?? view.state.selection.to);
        return true;
      },
    },
  });
}

/** Word adds an image of copied text to the clipboard. A copied image comes with a tag and without text. */
function hasText(html: string): boolean {
  return (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').trim() !== '';
}

/** A video URL that is pasted on its own line becomes a card. */
function pasteEmbed(view: EditorView, address: string): boolean {
  const { $from, empty } = view.state.selection;
  const isOnEmptyLine =
    empty && $from.depth === 1 && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0;
  const embed = view.state.schema.nodes.embed;
  if (!isOnEmptyLine || !embed || findEmbedService(address) === null) return false;
  view.dispatch(
    view.state.tr.replaceRangeWith($from.before(), $from.after(), embed.create({ address })).scrollIntoView(),
  );
  return true;
}
