import type { ReactNode } from 'react';
import { t } from '#text/index.ts';
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
  [keyNames('Shift-Enter'), t('editor.keyBreak')],
  [keyNames(shortcuts.undo), t('editor.keyUndo')],
  [keyNames(shortcuts.redo), t('editor.keyRedo')],
  [`Esc, ${keyNames('Alt-F10')}`, t('editor.keyToolbar')],
  ['Esc', t('editor.keyBack')],
  ['Tab', t('editor.keyLeave')],
  ['Tab, Shift+Tab', t('editor.keyCell')],
  [keyNames(shortcuts.help), t('editor.help')],
];
const marks: readonly [marks: string, meaning: string][] = [
  ['##  ###  ####', t('editor.markHeading')],
  ['>', t('editor.quote')],
  ['-  *', t('editor.bulletList')],
  ['1.', t('editor.orderedList')],
  ['[ ]', t('editor.taskList')],
  ['```', t('editor.code')],
  ['---', t('editor.markRule')],
  ['**…**  *…*  ~~…~~  `…`', t('editor.markInline')],
];

/** Lists every keyboard shortcut and Markdown mark that the editor supports. */
export function HelpDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormDialog open={open} onOpenChange={(next) => !next && onClose()} title={t('editor.helpTitle')} wide>
      <div className="mt-4 grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <Group title={t('editor.helpKeys')}>
          {listed.map((action) => (
            <Row key={action} keys={keyNames(shortcuts[action])} meaning={shortcutNames[action]} />
          ))}
        </Group>
        <div className="flex flex-col gap-6">
          <Group title={t('editor.helpMarks')} hint={t('editor.helpMarksHint')}>
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
        {t('editor.close')}
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
