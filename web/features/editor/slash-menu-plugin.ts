import { type Editor, Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import type { EditorActions } from './extensions.ts';
import { type Insertion, offeredInsertions } from './insertions.ts';

/** The open menu: the position of its `/`, the letters after it, and the chosen item. */
export type SlashMenuState = { from: number; query: string; items: readonly Insertion[]; index: number };
type PluginState = {
  open: SlashMenuState | null;
  /** The position of a `/` whose menu was closed by Escape. */
  dismissedAt: number | null;
};
type Meta = { index: number } | { isDismissed: true };

const key = new PluginKey<PluginState>('slashMenu');
export const slashMenuId = 'editor-slash-menu';
export const slashItemId = ({ name }: Insertion): string => `${slashMenuId}-${name}`;

/** The menu that is open in this state of the editor, or null. */
export const openSlashMenu = (state: EditorState): SlashMenuState | null => key.getState(state)?.open ?? null;

/** Opens a menu of insertions when `/` is typed on an empty line; letters after it search. */
export const SlashMenu = Extension.create<{ actions: () => EditorActions }>({
  name: 'slashMenu',
  // Before the keys of the editor, where Escape goes to the toolbar.
  priority: 1_001,
  addProseMirrorPlugins() {
    const { editor, options } = this;
    return [createPlugin(editor, options.actions)];
  },
});

function createPlugin(editor: Editor, actions: () => EditorActions): Plugin<PluginState> {
  return new Plugin<PluginState>({
    key,
    state: {
      init: () => ({ open: null, dismissedAt: null }),
      apply(tr, before, _old, state) {
        const found = findQuery(state);
        const meta: Meta | undefined = tr.getMeta(key);
        if (!found) return { open: null, dismissedAt: null };
        const dismissedAt = meta && 'isDismissed' in meta ? found.from : before.dismissedAt;
        const isTyped = tr.docChanged && !tr.getMeta('preventUpdate');
        if (dismissedAt === found.from || !(before.open || isTyped)) return { open: null, dismissedAt };
        const items = search(actions().hasUploads(), found.query);
        if (items.length === 0) return { open: null, dismissedAt };
        const isSameQuery = before.open?.query === found.query;
        const index = meta && 'index' in meta ? meta.index : isSameQuery ? (before.open?.index ?? 0) : 0;
        return { open: { ...found, items, index }, dismissedAt };
      },
    },
    props: {
      attributes: (state): Record<string, string> => {
        const item = chosenItem(openSlashMenu(state));
        return item
          ? {
              'aria-autocomplete': 'list',
              'aria-haspopup': 'listbox',
              'aria-controls': slashMenuId,
              'aria-activedescendant': slashItemId(item),
            }
          : {};
      },
      handleKeyDown: (view, event) => {
        const menu = openSlashMenu(view.state);
        const item = chosenItem(menu);
        if (!menu || !item || event.isComposing) return false;
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        const send = (meta: Meta) => view.dispatch(view.state.tr.setMeta(key, meta));
        if (step) send({ index: (menu.index + step + menu.items.length) % menu.items.length });
        else if (event.key === 'Escape') send({ isDismissed: true });
        else if (event.key === 'Enter' || event.key === 'Tab') runInsertion(editor, item, actions());
        else return false;
        return true;
      },
    },
  });
}

const chosenItem = (menu: SlashMenuState | null): Insertion | undefined => menu?.items[menu.index];

/** Replaces the `/` and the letters after it by the insertion. */
export function runInsertion(editor: Editor, item: Insertion, actions: EditorActions): void {
  const { $from } = editor.state.selection;
  editor.commands.deleteRange({ from: $from.start(), to: $from.end() });
  item.run(editor, actions);
}

/** The `/` of a line that contains nothing else but letters before the cursor. */
function findQuery({ selection }: EditorState): { from: number; query: string } | null {
  const { $from, empty } = selection;
  const { parent } = $from;
  if (!empty || $from.depth !== 1 || parent.type.name !== 'paragraph') return null;
  if ($from.parentOffset !== parent.content.size) return null;
  const query = /^\/([\p{L}\d]{0,20})$/u.exec(parent.textContent)?.[1];
  return query === undefined ? null : { from: $from.start(), query: query.toLowerCase() };
}

function search(hasUploads: boolean, query: string): readonly Insertion[] {
  return offeredInsertions(hasUploads).filter(({ label, keywords }) =>
    `${label} ${keywords}`
      .toLowerCase()
      .split(' ')
      .some((word) => word.startsWith(query)),
  );
}
