import type { ReactNode } from 'react';
import * as editorMessages from '#locales/ru/editor.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { keyNames, type Shortcut, shortcutNames, shortcuts } from './shortcuts.ts';

const listed: readonly Shortcut[] = [
  'bold',
  'italic',
  'strike',
  'inlineCode',
  'link',
  'heading2',
  'heading3',
  'heading4',
  'paragraph',
  'quote',
  'bulletList',
  'orderedList',
  'taskList',
  'deeper',
  'shallower',
  'codeBlock',
];
const others: readonly [keys: string, meaning: string][] = [
  [keyNames('Shift-Enter'), editorMessages.keyBreak],
  [keyNames(shortcuts.undo), editorMessages.keyUndo],
  [keyNames(shortcuts.redo), editorMessages.keyRedo],
  [`Esc, ${keyNames('Alt-F10')}`, editorMessages.keyToolbar],
  ['Esc', editorMessages.keyBack],
  ['Tab', editorMessages.keyLeave],
  ['Tab, Shift+Tab', editorMessages.keyCell],
  [keyNames(shortcuts.help), editorMessages.help],
];
const marks: readonly [marks: string, meaning: string][] = [
  ['##  ###  ####', editorMessages.markHeading],
  ['>', editorMessages.quote],
  ['-  *', editorMessages.bulletList],
  ['1.', editorMessages.orderedList],
  ['[ ]', editorMessages.taskList],
  ['```', editorMessages.code],
  ['---', editorMessages.markRule],
  ['**…**  *…*  ~~…~~  `…`', editorMessages.markInline],
];

/** Lists every keyboard shortcut and Markdown mark that the editor supports. */
export function HelpDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormDialog open={open} onOpenChange={(next) => !next && onClose()} title={editorMessages.helpTitle} wide>
      <div className="mt-4 grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <Group title={editorMessages.helpKeys}>
          {listed.map((action) => (
            <Row key={action} keys={keyNames(shortcuts[action])} meaning={shortcutNames[action]} />
          ))}
        </Group>
        <div className="flex flex-col gap-6">
          <Group title={editorMessages.helpMarks} hint={editorMessages.helpMarksHint}>
            {marks.map(([sign, meaning]) => (
              <Row key={sign} keys={sign} meaning={meaning} />
            ))}
          </Group>
          <Group>
            {others.map(([keys, meaning]) => (
              <Row key={meaning} keys={keys} meaning={meaning} />
            ))}
          </Group>
        </div>
      </div>
      <Button variant="secondary" className="mt-6 self-end" onClick={onClose}>
        {editorMessages.close}
      </Button>
    </FormDialog>
  );
}

function Group({ title, hint, children }: { title?: string; hint?: string; children: ReactNode }) {
  return (
    <section>
      {title && <h3 className="mb-2 text-base">{title}</h3>}
      {hint && <p className="mb-2 text-xs text-muted">{hint}</p>}
      <dl className="text-sm">{children}</dl>
    </section>
  );
}

function Row({ keys, meaning }: { keys: string; meaning: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-rule py-1.5 first:border-t-0">
      <dt>{meaning}</dt>
      <dd className="shrink-0 font-mono text-xs whitespace-pre text-soft">{keys}</dd>
    </div>
  );
}
