import { Toolbar as BaseToolbar } from '@base-ui/react/toolbar';
import type { Editor } from '@tiptap/react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Code from 'lucide-react/icons/code';
import Images from 'lucide-react/icons/images';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import Table from 'lucide-react/icons/table';
import type { ReactNode } from 'react';
import { interpolate } from '#locales/interpolate.ts';
import * as editorMessages from '#locales/ru/editor.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { headingLevels } from './schema.ts';
import { keyNames, shortcutNames, shortcuts } from './shortcuts.ts';

type MenuProps = { editor: Editor; disabled: boolean };

/** Focuses the editor after the menu has returned the focus to its button. */
function focusEditorAfterMenu(editor: Editor): void {
  setTimeout(() => editor.commands.focus());
}

/** Selects the style of the paragraph at the cursor: text or a heading. */
export function StyleMenu({ editor, disabled, active }: MenuProps & { active: ReadonlySet<string> }) {
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
        <MenuButton disabled={disabled} label={`${editorMessages.style}: ${current}`}>
          <span className="w-28 truncate text-left sm:w-36">{current}</span>
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
export function InsertMenu({
  editor,
  disabled,
  choosePictures,
}: MenuProps & { choosePictures: (() => void) | null }) {
  const insert = (change: () => void) => () => {
    change();
    focusEditorAfterMenu(editor);
  };
  return (
    <Menu
      align="start"
      trigger={
        <MenuButton disabled={disabled} label={editorMessages.insert}>
          <Plus aria-hidden className="size-4.5" strokeWidth={1.75} />
          <span className="max-sm:sr-only">{editorMessages.insert}</span>
        </MenuButton>
      }
    >
      {choosePictures && (
        <MenuItem onClick={choosePictures}>
          <Images aria-hidden className="size-4 text-muted" />
          {editorMessages.picture}
        </MenuItem>
      )}
      <MenuItem
        onClick={insert(() => editor.commands.insertTable({ rows: 3, cols: 2, withHeaderRow: true }))}
        disabled={editor.isActive('table')}
      >
        <Table aria-hidden className="size-4 text-muted" />
        {editorMessages.table}
      </MenuItem>
      <MenuItem onClick={insert(() => editor.commands.toggleCodeBlock())}>
        <Code aria-hidden className="size-4 text-muted" />
        {editorMessages.codeBlock}
      </MenuItem>
      <MenuItem onClick={insert(() => editor.commands.setHorizontalRule())}>
        <Minus aria-hidden className="size-4 text-muted" />
        {editorMessages.rule}
      </MenuItem>
    </Menu>
  );
}

function MenuButton({
  label,
  disabled,
  children,
  ...rest
}: {
  label: string;
  disabled: boolean;
  children: ReactNode;
}) {
  return (
    <BaseToolbar.Button
      {...rest}
      disabled={disabled}
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
