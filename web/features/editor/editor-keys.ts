import { type Editor, Extension } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { isInTable, nextCell, selectionCell } from '@tiptap/pm/tables';
import type { EditorActions } from './extensions.ts';

/** Keys beyond those of bold and the like. Tab leaves the editor, except that it goes through the cells of a table. */
export const EditorKeys = Extension.create<{ actions: () => EditorActions }>({
  name: 'editorKeys',
  priority: 1_000,
  addKeyboardShortcuts() {
    const { editor, options } = this;
    const run = (name: 'openLink' | 'focusToolbar' | 'showHelp') => () => {
      options.actions()[name]();
      return true;
    };
    const isOneLine = () => isInTable(editor.state) || editor.isActive('heading');
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
      // Markdown has no line breaks in headings and cells.
      'Shift-Enter': isOneLine,
      'Mod-Enter': isOneLine,
    };
  },
});

/** Moves the list item around the cursor one level down or up; false outside of lists. */
export function changeDepth(editor: Editor, direction: 'sink' | 'lift'): boolean {
  return ['listItem', 'taskItem'].some((name) =>
    direction === 'sink' ? editor.commands.sinkListItem(name) : editor.commands.liftListItem(name),
  );
}

/**
 * To the next cell; from the last one to a new row. False where the last row is still empty: then Tab leaves the editor, so
 * that nobody is held in a table.
 */
function toNextCell(editor: Editor): boolean {
  if (editor.commands.goToNextCell()) return true;
  const { $from } = editor.state.selection;
  const row = $from.node($from.depth - 2);
  if (row.textContent.trim() === '') return false;
  return editor.chain().addRowAfter().goToNextCell().run();
}

/** To the same column of the next row, which is made where there is none. */
function toCellBelow(editor: Editor): boolean {
  if (!nextCell(selectionCell(editor.state), 'vert', 1)) editor.commands.addRowAfter();
  return editor.commands.command(({ state, tr }) => {
    const below = nextCell(selectionCell(state), 'vert', 1);
    if (below) tr.setSelection(TextSelection.near(tr.doc.resolve(below.pos + 1))).scrollIntoView();
    return true;
  });
}
