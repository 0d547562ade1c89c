import { type FormEvent, useState } from 'react';
import type { DecisionTarget } from '#contract/moderation.ts';
import { reportTextMaxLength } from '#contract/reports.ts';
import { type RuleId, ruleIds } from '#contract/rules.ts';
import * as messages from '#locales/ru/reports.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { useAction } from '#web/queries/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { RuleSelect } from './rule-select.tsx';

export type ReportDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  target: { kind: DecisionTarget; id: number };
};

/** Asks which rule is broken and sends the report. */
export function ReportDialog({ open, onOpenChange, target }: ReportDialogProps) {
  const [rule, setRule] = useState<RuleId>('spam');
  const [text, setText] = useState('');
  const { isBusy, run } = useAction();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const body = { target_kind: target.kind, target: target.id, rule, text };
    if (!(await run(() => getBrowserClient().api.call('createReport', { body }), messages.sent))) return;
    setText('');
    onOpenChange(false);
  }

  return (
    <FormDialog open={open} onOpenChange={onOpenChange} title={messages.dialogTitle}>
      <p className="mt-2 text-sm text-soft">{messages.dialogText}</p>
      <form onSubmit={(event) => void submit(event)} className="mt-4 flex flex-col gap-4">
        <Field label={messages.rule}>
          <RuleSelect
            value={rule}
            onChange={(event) => setRule(ruleIds.find((id) => id === event.currentTarget.value) ?? rule)}
          />
        </Field>
        <Field label={messages.ownWords} hint={messages.ownWordsHint}>
          <Textarea
            value={text}
            rows={3}
            maxLength={reportTextMaxLength}
            className="min-h-20"
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={() => onOpenChange(false)} disabled={isBusy}>
            {messages.cancel}
          </Button>
          <Button type="submit" busy={isBusy}>
            {messages.send}
          </Button>
        </div>
      </form>
    </FormDialog>
  );
}
