import { type Editor, Extension } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { isInTable, nextCell, selectionCell } from '@tiptap/pm/tables';
import type { EditorActions } from './extensions.ts';

/** Additional shortcuts. Tab leaves the editor, except in a table, where it moves between cells. */
export const EditorKeys = Extension.create<{ actions: () => EditorActions }>({
  name: 'editorKeys',
  priority: 1_000,
  addKeyboardShortcuts() {
    const { editor, options } = this;
    const run = (name: 'openLink' | 'focusToolbar' | 'showHelp') => () => {
      options.actions()[name]();
      return true;
    };
    const isOneLine = () => editor.isActive('heading');
    return {
      'Mod-k': run('openLink'),
      'Alt-F10': run('focusToolbar'),
      Escape: run('focusToolbar'),
      'Mod-/': run('showHelp'),
      'Mod-]': () => changeDepth(editor, 'sink'),
      'Mod-[': () => changeDepth(editor, 'lift'),
      Tab: () => isInTable(editor.state) && toNextCell(editor),
      'Shift-Tab': () => isInTable(editor.state) && editor.commands.goToPreviousCell(),
      Enter: () => isInTable(editor.state) && toCellBelow(editor),
      // Markdown has no line breaks in headings.
      'Shift-Enter': isOneLine,
      'Mod-Enter': isOneLine,
    };
  },
});

/** Indents or outdents the list item at the cursor. Returns false outside of lists. */
export function changeDepth(editor: Editor, direction: 'sink' | 'lift'): boolean {
  return ['listItem', 'taskItem'].some((name) =>
    direction === 'sink' ? editor.commands.sinkListItem(name) : editor.commands.liftListItem(name),
  );
}

/**
 * Moves to the next cell, and from the last cell to a new row. Returns false when the last row is empty: then Tab leaves
 * the editor, so the keyboard focus is not trapped in a table.
 */
function toNextCell(editor: Editor): boolean {
  if (editor.commands.goToNextCell()) return true;
  const { $from } = editor.state.selection;
  const row = $from.node($from.depth - 2);
  if (row.textContent.trim() === '') return false;
  return editor.chain().addRowAfter().goToNextCell().run();
}

/** Moves to the same column of the next row. Adds a row after the last one. */
function toCellBelow(editor: Editor): boolean {
  if (!nextCell(selectionCell(editor.state), 'vert', 1)) editor.commands.addRowAfter();
  return editor.commands.command(({ state, tr }) => {
    const below = nextCell(selectionCell(state), 'vert', 1);
    if (below) tr.setSelection(TextSelection.near(tr.doc.resolve(below.pos + 1))).scrollIntoView();
    return true;
  });
}
