import { t } from '#text/index.ts';

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
  bold: t('editor.bold'),
  italic: t('editor.italic'),
  strike: t('editor.strike'),
  inlineCode: t('editor.inlineCode'),
  link: t('editor.link'),
  heading2: t('editor.heading2'),
  heading3: t('editor.heading3'),
  heading4: t('editor.heading4'),
  paragraph: t('editor.paragraph'),
  quote: t('editor.quote'),
  codeBlock: t('editor.codeBlock'),
  bulletList: t('editor.bulletList'),
  orderedList: t('editor.orderedList'),
  taskList: t('editor.taskList'),
  deeper: t('editor.deeper'),
  shallower: t('editor.shallower'),
  undo: t('editor.undo'),
  redo: t('editor.redo'),
  help: t('editor.help'),
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
  return t('editor.withKeys', { name: shortcutNames[action], keys: keyNames(shortcuts[action]) });
}
