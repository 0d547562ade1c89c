import { Toolbar as BaseToolbar } from '@base-ui/react/toolbar';
import type { Editor } from '@tiptap/react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { interpolate } from '#locales/interpolate.ts';
import * as editorMessages from '#locales/ru/editor.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import type { EditorActions } from './extensions.ts';
import { offeredInsertions } from './insertions.ts';
import { headingLevels } from './schema.ts';
import { keyNames, shortcutNames, shortcuts } from './shortcuts.ts';

type MenuProps = { editor: Editor };

/** Focuses the editor after the menu has returned the focus to its button. */
function focusEditorAfterMenu(editor: Editor): void {
  setTimeout(() => editor.commands.focus());
}

/** Selects the style of the paragraph at the cursor: text or a heading. */
export function StyleMenu({ editor, active }: MenuProps & { active: ReadonlySet<string> }) {
  const level = headingLevels.find((one) => active.has(`heading${one}`));
  const current = level ? shortcutNames[`heading${level}`] : otherStyle(editor, active);
  const choose = (change: () => void) => () => {
    change();
    focusEditorAfterMenu(editor);
  };
  return (
    <Menu
      align="start"
      trigger={
        <MenuButton label={`${editorMessages.style}: ${current}`}>
          <span className="w-28 truncate text-left">{current}</span>
        </MenuButton>
      }
    >
      <StyleItem
        name={editorMessages.paragraph}
        keys={shortcuts.paragraph}
        onClick={choose(() => editor.commands.setParagraph())}
      />
      {headingLevels.map((one) => (
        <StyleItem
          key={one}
          name={shortcutNames[`heading${one}`]}
          keys={shortcuts[`heading${one}`]}
          className={classNames('font-serif font-semibold', one === 2 && 'text-xl!', one === 3 && 'text-lg!')}
          onClick={choose(() => editor.commands.setHeading({ level: one }))}
        />
      ))}
    </Menu>
  );
}

function otherStyle(editor: Editor, active: ReadonlySet<string>): string {
  if (active.has('codeBlock')) return editorMessages.code;
  if (active.has('sourceBlock')) return editorMessages.sourceBlock;
  if (active.has('heading'))
    return interpolate(editorMessages.otherHeading, { level: editor.getAttributes('heading').level });
  return editorMessages.paragraph;
}

function StyleItem({
  name,
  keys,
  className,
  onClick,
}: {
  name: string;
  keys: string;
  className?: string;
  onClick: () => void;
}) {
  return (
    <MenuItem onClick={onClick}>
      <span className={classNames('flex-1', className)}>{name}</span>
      <span className="text-xs whitespace-nowrap text-muted">{keyNames(keys)}</span>
    </MenuItem>
  );
}

/** The menu of elements that can be inserted into a text. */
export function InsertMenu({ editor, actions }: MenuProps & { actions: EditorActions }) {
  return (
    <Menu
      align="start"
      trigger={
        <MenuButton label={editorMessages.insert}>
          <Plus aria-hidden className="size-4.5" strokeWidth={1.75} />
        </MenuButton>
      }
    >
      {offeredInsertions(actions.hasUploads())
        .filter(({ isStyle }) => !isStyle)
        .map(({ name, label, Icon, isPossible, run }) => (
          <MenuItem
            key={name}
            disabled={isPossible?.(editor) === false}
            onClick={() => {
              run(editor, actions);
              if (name !== 'video') focusEditorAfterMenu(editor);
            }}
          >
            <Icon aria-hidden className="size-4 text-muted" />
            {label}
          </MenuItem>
        ))}
    </Menu>
  );
}

function MenuButton({ label, children, ...rest }: { label: string; children: ReactNode }) {
  return (
    <BaseToolbar.Button
      {...rest}
      aria-label={label}
      title={label}
      className={classNames(
        buttonClass({ variant: 'quiet', size: 'sm' }),
        'min-h-9! gap-1! px-2! hover:bg-raised pointer-coarse:min-h-11!',
      )}
    >
      {children}
      <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
    </BaseToolbar.Button>
  );
}
