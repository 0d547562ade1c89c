import { interpolate } from '#locales/interpolate.ts';
import * as editorMessages from '#locales/ru/editor.ts';

/** The keys of each action in ProseMirror's notation. */
export const shortcuts = {
  bold: 'Mod-b',
  italic: 'Mod-i',
  strike: 'Mod-Shift-x',
  inlineCode: 'Mod-e',
  link: 'Mod-k',
  heading2: 'Mod-Alt-2',
  heading3: 'Mod-Alt-3',
  heading4: 'Mod-Alt-4',
  paragraph: 'Mod-Alt-0',
  quote: 'Mod-Shift-b',
  codeBlock: 'Mod-Alt-c',
  bulletList: 'Mod-Shift-8',
  orderedList: 'Mod-Shift-7',
  taskList: 'Mod-Shift-9',
  deeper: 'Mod-]',
  shallower: 'Mod-[',
  undo: 'Mod-z',
  redo: 'Mod-Shift-z',
  help: 'Mod-/',
} as const;

export type Shortcut = keyof typeof shortcuts;

/** The names of the actions. */
export const shortcutNames: Record<Shortcut, string> = {
  bold: editorMessages.bold,
  italic: editorMessages.italic,
  strike: editorMessages.strike,
  inlineCode: editorMessages.inlineCode,
  link: editorMessages.link,
  heading2: editorMessages.heading2,
  heading3: editorMessages.heading3,
  heading4: editorMessages.heading4,
  paragraph: editorMessages.paragraph,
  quote: editorMessages.quote,
  codeBlock: editorMessages.codeBlock,
  bulletList: editorMessages.bulletList,
  orderedList: editorMessages.orderedList,
  taskList: editorMessages.taskList,
  deeper: editorMessages.deeper,
  shallower: editorMessages.shallower,
  undo: editorMessages.undo,
  redo: editorMessages.redo,
  help: editorMessages.help,
};

/** Formats keys for display: «Ctrl+B», on a Mac «⌘B». */
export function keyNames(keys: string): string {
  const isMac = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform);
  const parts = keys.split('-').map((part) => {
    if (part === 'Mod') return isMac ? '⌘' : 'Ctrl';
    if (part === 'Alt') return isMac ? '⌥' : 'Alt';
    if (part === 'Shift') return isMac ? '⇧' : 'Shift';
    return part.length === 1 ? part.toUpperCase() : part;
  });
  return parts.join(isMac ? '' : '+');
}

/** The name of an action with its keys: «Жирный (Ctrl+B)». */
export function nameWithKeys(action: Shortcut): string {
  return interpolate(editorMessages.withKeys, {
    name: shortcutNames[action],
    keys: keyNames(shortcuts[action]),
  });
}
