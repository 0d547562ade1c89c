import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ImportTask } from '#contract/imports.ts';
import { wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as messages from '#locales/ru/staff-imports.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { useAction } from '#web/queries/use-action.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LazyConfirmDialog } from '#web/ui/lazy-confirm-dialog.tsx';
import { importPath, importsPath } from './import-paths.ts';
import { isActive } from './import-state.tsx';

type Question = 'start' | 'undo';

/** The buttons of an import. What changes the site is confirmed, and the API asks for the password again. */
export function ImportActions({ task, onChange }: { task: ImportTask; onChange: () => void }) {
  const navigate = useNavigate();
  const { isBusy, run } = useAction();
  const [question, setQuestion] = useState<Question | null>(null);
  const { stage, state, plan } = task;
  const input = { params: { id: String(task.id) }, body: {} };
  const { api } = getBrowserClient();
  const arrivals = (plan?.new ?? 0) + (plan?.doubtful ?? 0);
  const hasPlan = stage === 'plan' && state === 'done';
  const isContinued = stage === 'import' && (state === 'stopped' || state === 'failed');

  async function act(send: () => Promise<unknown>, message: string): Promise<void> {
    await run(send, message);
    setQuestion(null);
    onChange();
    // The list of the new stage, not the one that was chosen before.
    await navigate(importPath(task.id));
  }
  const begin = () => act(() => api.call('startImport', input), messages.started);

  return (
    <div className="mt-6 flex flex-wrap gap-3">
      {task.has_source && hasPlan && <Button onClick={() => setQuestion('start')}>{messages.start}</Button>}
      {task.has_source && isContinued && (
        <Button busy={isBusy} onClick={() => void begin()}>
          {messages.proceed}
        </Button>
      )}
      {isActive(task) && (
        <Button
          variant="secondary"
          busy={isBusy || task.is_stopping}
          onClick={() => void act(() => api.call('stopImport', input), messages.stopped)}
        >
          {messages.stop}
        </Button>
      )}
      {task.run !== null && !isActive(task) && (
        <Button variant="secondary" onClick={() => setQuestion('undo')}>
          {stage === 'undo' ? messages.undoAgain : messages.undo}
        </Button>
      )}
      {stage === 'plan' && !isActive(task) && (
        <ButtonLink to={importsPath} variant="quiet">
          {messages.another}
        </ButtonLink>
      )}
      <LazyConfirmDialog
        open={question === 'start'}
        onOpenChange={() => setQuestion(null)}
        title={messages.startTitle}
        description={interpolate(messages.startText, { count: wholeNumber(arrivals) })}
        confirmLabel={messages.start}
        cancelLabel={messages.cancel}
        busy={isBusy}
        onConfirm={() => void begin()}
      />
      <LazyConfirmDialog
        open={question === 'undo'}
        onOpenChange={() => setQuestion(null)}
        title={messages.undoTitle}
        description={messages.undoText}
        confirmLabel={messages.undo}
        cancelLabel={messages.cancel}
        busy={isBusy}
        danger
        onConfirm={() => void act(() => api.call('undoImport', input), messages.undoing)}
      />
    </div>
  );
}
