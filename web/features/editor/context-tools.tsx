import { Toolbar as BaseToolbar } from '@base-ui/react/toolbar';
import type { Editor } from '@tiptap/react';
import BetweenHorizontalEnd from 'lucide-react/icons/between-horizontal-end';
import BetweenHorizontalStart from 'lucide-react/icons/between-horizontal-start';
import BetweenVerticalEnd from 'lucide-react/icons/between-vertical-end';
import BetweenVerticalStart from 'lucide-react/icons/between-vertical-start';
import PenLine from 'lucide-react/icons/pen-line';
import TableColumnsSplit from 'lucide-react/icons/table-columns-split';
import TableRowsSplit from 'lucide-react/icons/table-rows-split';
import Trash from 'lucide-react/icons/trash';
import type { LucideIcon } from 'lucide-react/types';
import type { ReactNode } from 'react';
import * as editorMessages from '#locales/ru/editor.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { ToolButton } from './toolbar.tsx';
import type { ToolbarState } from './use-toolbar-state.ts';

/** The languages that the editor highlights, by their Markdown names. */
const languages: readonly [name: string, label: string][] = [
  ['bash', 'Bash'],
  ['css', 'CSS'],
  ['diff', 'Diff'],
  ['go', 'Go'],
  ['xml', 'HTML, XML'],
  ['javascript', 'JavaScript'],
  ['json', 'JSON'],
  ['markdown', 'Markdown'],
  ['php', 'PHP'],
  ['python', 'Python'],
  ['sql', 'SQL'],
  ['typescript', 'TypeScript'],
  ['yaml', 'YAML'],
];

type ContextProps = { editor: Editor; state: ToolbarState; describePicture: () => void };

const contextNodes = ['table', 'picture', 'embed', 'codeBlock'];

/** Whether `ContextTools` has buttons for the element at the cursor. */
export function hasContextTools({ activeActions: active }: ToolbarState): boolean {
  return contextNodes.some((place) => active.has(place));
}

/** A second row of buttons for the table, image or code block at the cursor. */
export function ContextTools({ editor, state, describePicture }: ContextProps) {
  if (state.activeActions.has('table')) return <TableTools editor={editor} />;
  if (state.activeActions.has('picture'))
    return (
      <Row label={editorMessages.pictureTools}>
        <Button variant="quiet" size="sm" onClick={describePicture}>
          <PenLine aria-hidden className="size-4" />
          {editorMessages.describePicture}
        </Button>
        <DeleteButton editor={editor} label={editorMessages.deletePicture} />
      </Row>
    );
  if (state.activeActions.has('embed'))
    return (
      <Row label={editorMessages.blockTools}>
        <DeleteButton editor={editor} label={editorMessages.deleteBlock} />
      </Row>
    );
  return state.activeActions.has('codeBlock') ? (
    <CodeTools editor={editor} language={state.language} />
  ) : null;
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <BaseToolbar.Root aria-label={label} className="flex flex-wrap items-center gap-0.5 px-1">
      {children}
    </BaseToolbar.Root>
  );
}

function DeleteButton({ editor, label }: { editor: Editor; label: string }) {
  return (
    <ToolButton label={label} disabled={false} onClick={() => editor.chain().focus().deleteSelection().run()}>
      <Trash aria-hidden className="size-4.5" strokeWidth={1.75} />
    </ToolButton>
  );
}

type TableTool = { label: string; Icon: LucideIcon; run: (editor: Editor) => void };

const tableTools: readonly TableTool[] = [
  { label: editorMessages.rowAbove, Icon: BetweenHorizontalEnd, run: addRowAbove },
  {
    label: editorMessages.rowBelow,
    Icon: BetweenHorizontalStart,
    run: (editor) => editor.chain().focus().addRowAfter().run(),
  },
  {
    label: editorMessages.columnBefore,
    Icon: BetweenVerticalEnd,
    run: (editor) => editor.chain().focus().addColumnBefore().run(),
  },
  {
    label: editorMessages.columnAfter,
    Icon: BetweenVerticalStart,
    run: (editor) => editor.chain().focus().addColumnAfter().run(),
  },
  {
    label: editorMessages.deleteRow,
    Icon: TableRowsSplit,
    run: (editor) => editor.chain().focus().deleteRow().run(),
  },
  {
    label: editorMessages.deleteColumn,
    Icon: TableColumnsSplit,
    run: (editor) => editor.chain().focus().deleteColumn().run(),
  },
  {
    label: editorMessages.deleteTable,
    Icon: Trash,
    run: (editor) => editor.chain().focus().deleteTable().run(),
  },
];

/** A table has no rows above its header. */
function addRowAbove(editor: Editor): void {
  if (!editor.isActive('tableHeader')) editor.chain().focus().addRowBefore().run();
}

function TableTools({ editor }: { editor: Editor }) {
  return (
    <Row label={editorMessages.tableTools}>
      {tableTools.map(({ label, Icon, run }) => (
        <ToolButton key={label} label={label} disabled={false} onClick={() => run(editor)}>
          <Icon aria-hidden className="size-4.5" strokeWidth={1.75} />
        </ToolButton>
      ))}
    </Row>
  );
}

const noFieldProps = { id: undefined, 'aria-describedby': undefined, 'aria-invalid': undefined };

function CodeTools({ editor, language }: { editor: Editor; language: string }) {
  const isOther = language !== '' && !languages.some(([name]) => name === language);
  return (
    <div className="px-2 py-0.5">
      <Select
        aria-label={editorMessages.language}
        // The select is not the control of the field around the editor.
        {...noFieldProps}
        value={language}
        onChange={(event) =>
          editor.commands.updateAttributes('codeBlock', { language: event.currentTarget.value || null })
        }
        className="max-w-56"
      >
        <option value="">{editorMessages.plainCode}</option>
        {isOther && <option value={language}>{language}</option>}
        {languages.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}
