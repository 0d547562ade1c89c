import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import * as editorMessages from '#locales/ru/editor.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { EditorActions } from './extensions.ts';
import { openSlashMenu, runInsertion, slashItemId, slashMenuId } from './slash-menu-plugin.ts';
import { useFloatingPlace } from './use-floating-place.ts';

/** The menu that `/` opens. The focus stays in the text, which names the chosen item for screen readers. */
export function SlashMenu({ editor, actions }: { editor: Editor; actions: EditorActions }) {
  const list = useRef<HTMLDivElement>(null);
  const menu = useEditorState({ editor, selector: ({ editor: current }) => openSlashMenu(current.state) });
  useFloatingPlace({
    ...{ editor, element: list, isOpen: menu !== null, side: 'below', onPhones: true },
    anchor: () =>
      menu && menu.from <= editor.state.doc.content.size ? editor.view.coordsAtPos(menu.from) : null,
  });
  const chosen = menu?.items[menu.index];
  useEffect(() => {
    if (chosen) document.getElementById(slashItemId(chosen))?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  if (!menu) return null;
  return (
    <div
      ref={list}
      id={slashMenuId}
      role="listbox"
      aria-label={editorMessages.insert}
      className="editor-slash-menu"
    >
      {menu.items.map((item) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the text, which keeps the focus
        // biome-ignore lint/a11y/useFocusableInteractive: the text names the active option
        <div
          key={item.name}
          id={slashItemId(item)}
          role="option"
          aria-selected={item === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => runInsertion(editor, item, actions)}
          className={classNames(
            'flex min-h-9 cursor-pointer items-center gap-3 px-4 py-1.5 text-sm select-none hover:bg-sunk pointer-coarse:min-h-11',
            item === chosen && 'bg-accent-tint!',
          )}
        >
          <item.Icon aria-hidden className="size-4 text-muted" />
          {item.label}
        </div>
      ))}
    </div>
  );
}
