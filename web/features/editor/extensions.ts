import { Extension, type Extensions } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { findEmbedService } from '#contract/embeds.ts';
import { EditorKeys } from './editor-keys.ts';
import { cleanPastedHtml } from './paste.ts';
import { documentExtensions } from './schema.ts';
import { SlashMenu } from './slash-menu-plugin.ts';
import { uploadPlaceholders } from './upload-placeholders.ts';

/** The actions that shortcuts and the clipboard call on the component around the editor. */
export type EditorActions = {
  openLink: () => void;
  focusToolbar: () => void;
  showHelp: () => void;
  openVideo: () => void;
  choosePictures: (count: 'one' | 'many') => void;
  hasUploads: () => boolean;
  /** Uploads dropped or pasted files; `position` is their position in the document. */
  uploadFiles: (files: File[], position: number) => void;
};

/** All nodes, marks and behaviour of the editor. */
export function editorExtensions(options: { placeholder: string; actions: () => EditorActions }): Extensions {
  const { placeholder, actions } = options;
  return [
    ...documentExtensions,
    Placeholder.configure({ placeholder, showOnlyWhenEditable: false }),
    EditorKeys.configure({ actions }),
    SlashMenu.configure({ actions }),
    Extension.create({
      name: 'clipboard',
      addProseMirrorPlugins: () => [uploadPlaceholders(), clipboardPlugin(actions)],
    }),
  ];
}

function clipboardPlugin(actions: () => EditorActions): Plugin {
  return new Plugin({
    props: {
      transformPastedHTML: cleanPastedHtml,
      handlePaste: (view, event) => {
        const data = event.clipboardData;
        if (!data) return false;
        const files = [...data.files];
        if (files.length > 0 && !hasText(data.getData('text/html'))) {
          actions().uploadFiles(files, view.state.selection.to);
          return true;
        }
        return pasteEmbed(view, data.getData('text/plain').trim());
      },
      handleDrop: (view, event) => {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return false;
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
