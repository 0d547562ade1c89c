import { Toolbar as BaseToolbar } from '@base-ui/react/toolbar';
import type { Editor } from '@tiptap/react';
import Code from 'lucide-react/icons/code';
import Italic from 'lucide-react/icons/italic';
import Bold from 'lucide-react/icons/letter-b';
import LinkIcon from 'lucide-react/icons/link';
import List from 'lucide-react/icons/list';
import ListIndentDecrease from 'lucide-react/icons/list-indent-decrease';
import ListIndentIncrease from 'lucide-react/icons/list-indent-increase';
import ListOrdered from 'lucide-react/icons/list-ordered';
import ListTodo from 'lucide-react/icons/list-todo';
import Redo2 from 'lucide-react/icons/redo-2';
import Strikethrough from 'lucide-react/icons/strikethrough';
import TextQuote from 'lucide-react/icons/text-quote';
import Undo2 from 'lucide-react/icons/undo-2';
import type { LucideIcon } from 'lucide-react/types';
import type { ReactNode, Ref } from 'react';
import * as editorMessages from '#locales/ru/editor.ts';
import { IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { changeDepth } from './editor-keys.ts';
import type { EditorActions } from './extensions.ts';
import { InsertMenu, StyleMenu } from './menus.tsx';
import { nameWithKeys, type Shortcut } from './shortcuts.ts';
import type { ToolbarState } from './use-toolbar-state.ts';

type ToolbarProps = {
  editor: Editor;
  state: ToolbarState;
  actions: EditorActions;
  /** Called when the focus leaves the toolbar. */
  onLeave: () => void;
  ref: Ref<HTMLDivElement>;
};

type Tool = {
  action: Shortcut;
  Icon: LucideIcon;
  run: (editor: Editor) => void;
  /** False for undo and redo, which have no on and off state. */
  isToggle?: false;
};

const marks: readonly Tool[] = [
  { action: 'bold', Icon: Bold, run: (editor) => editor.chain().focus().toggleBold().run() },
  { action: 'italic', Icon: Italic, run: (editor) => editor.chain().focus().toggleItalic().run() },
  { action: 'strike', Icon: Strikethrough, run: (editor) => editor.chain().focus().toggleStrike().run() },
  { action: 'inlineCode', Icon: Code, run: (editor) => editor.chain().focus().toggleCode().run() },
];
const blocks: readonly Tool[] = [
  { action: 'quote', Icon: TextQuote, run: (editor) => editor.chain().focus().toggleBlockquote().run() },
  { action: 'bulletList', Icon: List, run: (editor) => editor.chain().focus().toggleBulletList().run() },
  {
    action: 'orderedList',
    Icon: ListOrdered,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  { action: 'taskList', Icon: ListTodo, run: (editor) => editor.chain().focus().toggleTaskList().run() },
];
const depths: readonly Tool[] = [
  {
    action: 'deeper',
    Icon: ListIndentIncrease,
    isToggle: false,
    run: (editor) => changeDepth(editor, 'sink'),
  },
  {
    action: 'shallower',
    Icon: ListIndentDecrease,
    isToggle: false,
    run: (editor) => changeDepth(editor, 'lift'),
  },
];
const history: readonly Tool[] = [
  { action: 'undo', Icon: Undo2, isToggle: false, run: (editor) => editor.chain().focus().undo().run() },
  { action: 'redo', Icon: Redo2, isToggle: false, run: (editor) => editor.chain().focus().redo().run() },
];

/** The toolbar: one tab stop, arrow keys between buttons, Escape back to the text. */
export function Toolbar({ editor, state, actions, onLeave, ref }: ToolbarProps) {
  const tools = (some: readonly Tool[]): ReactNode =>
    some.map(({ action, Icon, run, isToggle }) => (
      <ToolButton
        key={action}
        label={nameWithKeys(action)}
        pressed={isToggle === false ? undefined : state.activeActions.has(action)}
        disabled={state.disabledActions.has(action)}
        onClick={() => run(editor)}
      >
        <Icon aria-hidden className="size-4.5" strokeWidth={1.75} />
      </ToolButton>
    ));

  return (
    <BaseToolbar.Root
      ref={ref}
      aria-label={editorMessages.toolbar}
      onKeyDown={(event) => {
        if (event.key === 'Escape') editor.commands.focus();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // A menu of the toolbar takes the focus and returns it.
        const isInMenu = currentTarget.querySelector('[aria-expanded="true"]') !== null;
        if (!isInMenu && !currentTarget.contains(relatedTarget)) onLeave();
      }}
      className="editor-toolbar relative flex items-center gap-0.5 overflow-x-auto p-1 sm:flex-wrap"
    >
      <StyleMenu editor={editor} active={state.activeActions} />
      <InsertMenu editor={editor} actions={actions} />
      {tools(marks)}
      <ToolButton
        label={nameWithKeys('link')}
        pressed={state.activeActions.has('link')}
        disabled={state.disabledActions.has('link')}
        onClick={actions.openLink}
      >
        <LinkIcon aria-hidden className="size-4.5" strokeWidth={1.75} />
      </ToolButton>
      <Divider />
      {tools(blocks)}
      {depths.some(({ action }) => !state.disabledActions.has(action)) && tools(depths)}
      {tools(history)}
    </BaseToolbar.Root>
  );
}

/** A toolbar button. `pressed` is set for a toggle button. */
export function ToolButton({
  label,
  pressed,
  disabled,
  onClick,
  children,
}: {
  label: string;
  pressed?: boolean | undefined;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <BaseToolbar.Button
      disabled={disabled}
      aria-pressed={pressed}
      onClick={onClick}
      render={
        <IconButton
          label={label}
          // Keeps the focus and the selection in the text, and the keyboard of a phone open.
          onMouseDown={(event) => event.preventDefault()}
          className={classNames(
            'size-9! pointer-coarse:size-11! hover:bg-raised aria-disabled:opacity-45',
            pressed && 'bg-accent-tint! text-accent!',
          )}
        >
          {children}
        </IconButton>
      }
    />
  );
}

function Divider() {
  return <BaseToolbar.Separator className="mx-0.5 hidden h-5 w-px bg-rule sm:block" />;
}
