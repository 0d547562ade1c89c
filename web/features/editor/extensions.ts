import { Extension, type Extensions } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions';
import { Clipboard } from './clipboard.ts';
import { EditorKeys } from './editor-keys.ts';
import type { PastedPicture } from './paste/pictures.ts';
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
  /** Stores the pictures of pasted text; `lost` ones were not on the clipboard. */
  storePictures: (pictures: PastedPicture[], lost: number) => void;
};

/** All nodes, marks and behaviour of the editor. */
export function editorExtensions(options: { placeholder: string; actions: () => EditorActions }): Extensions {
  const { placeholder, actions } = options;
  return [
    ...documentExtensions,
    Placeholder.configure({ placeholder, showOnlyWhenEditable: false }),
    EditorKeys.configure({ actions }),
    SlashMenu.configure({ actions }),
    Clipboard.configure({ actions }),
    Extension.create({
      name: 'uploadPlaceholders',
      addProseMirrorPlugins: () => [uploadPlaceholders()],
    }),
  ];
}
