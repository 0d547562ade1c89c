import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type SanctionKind, sanctionKinds, sanctionMaxDays } from '#contract/moderation.ts';
import { type RuleId, ruleIds } from '#contract/rules.ts';
import { hideReasonMaxLength } from '#contract/staff.ts';
import { decisionTexts } from '#locales/ru/decisions.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';
import * as messages from '#locales/ru/staff-users.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { useAction } from '#web/queries/use-action.ts';
import { RuleSelect } from '#web/reports/rule-select.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { reportsPath } from './report-list-path.ts';

type Props = { accountId: number; reportCase?: number | undefined; onChange: () => void };

/** The buttons for a sanction and for hiding all texts, each with its form. */
export function SanctionForms({ accountId, reportCase, onChange }: Props) {
  const [open, setOpen] = useState<'sanction' | 'texts' | null>(null);
  const { isBusy, run } = useAction();
  const navigate = useNavigate();
  const params = { id: String(accountId) };

  async function send({ kind, rule, reason, days }: Values) {
    const { api } = getBrowserClient();
    const isDone =
      open === 'texts'
        ? await run(
            () => api.call('hideAccountTexts', { params, body: { rule, reason } }),
            messages.textsHidden,
          )
        : await run(
            () =>
              api.call('sanctionAccount', {
                params,
                body: { kind, rule, reason, days, report_case: reportCase },
              }),
            messages.applied,
          );
    if (!isDone) return;
    setOpen(null);
    if (reportCase && open === 'sanction') await navigate(reportsPath);
    else onChange();
  }

  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" onClick={() => setOpen('sanction')}>
        {messages.sanction}
      </Button>
      <Button variant="secondary" onClick={() => setOpen('texts')}>
        {messages.hideTexts}
      </Button>
      <FormDialog
        open={open !== null}
        onOpenChange={(next) => !next && !isBusy && setOpen(null)}
        title={open === 'texts' ? messages.hideTexts : messages.sanction}
      >
        <DecisionForm
          isAboutTexts={open === 'texts'}
          busy={isBusy}
          onSend={(values) => void send(values)}
          onCancel={() => setOpen(null)}
        />
      </FormDialog>
    </div>
  );
}

type Values = { kind: SanctionKind; rule: RuleId; reason: string; days: number | null };
type FormProps = {
  isAboutTexts: boolean;
  busy: boolean;
  onSend: (values: Values) => void;
  onCancel: () => void;
};

function DecisionForm({ isAboutTexts, busy, onSend, onCancel }: FormProps) {
  const [kind, setKind] = useState<SanctionKind>('warning');
  const [isMissing, setMissing] = useState(false);
  const textarea = useRef<HTMLTextAreaElement>(null);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const reason = String(form.get('reason')).trim();
    const rule = ruleIds.find((id) => id === form.get('rule')) ?? 'other';
    setMissing(reason === '');
    if (reason === '') textarea.current?.focus();
    else onSend({ kind, rule, reason, days: Number(form.get('days')) || null });
  }

  return (
    <form onSubmit={submit} className="mt-4 flex flex-col gap-4">
      {isAboutTexts ? (
        <p className="text-sm text-soft">{messages.hideTextsHint}</p>
      ) : (
        <Field label={messages.sanctionKind}>
          <Select
            value={kind}
            onChange={(event) =>
              setKind(sanctionKinds.find((name) => name === event.currentTarget.value) ?? kind)
            }
          >
            {sanctionKinds.map((name) => (
              <option key={name} value={name}>
                {decisionTexts[name]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label={messages.rule}>
        <RuleSelect name="rule" />
      </Field>
      <Field
        label={messages.reason}
        hint={messages.reasonHint}
        error={isMissing ? moderationMessages.reasonRequired : undefined}
      >
        <Textarea
          ref={textarea}
          name="reason"
          rows={3}
          required
          maxLength={hideReasonMaxLength}
          className="min-h-20"
          onChange={() => setMissing(false)}
        />
      </Field>
      {!isAboutTexts && kind !== 'warning' && (
        <Field label={messages.days} hint={messages.daysHint}>
          <Input type="number" name="days" min={1} max={sanctionMaxDays} inputMode="numeric" />
        </Field>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel} disabled={busy}>
          {messages.cancel}
        </Button>
        <Button type="submit" busy={busy}>
          {isAboutTexts ? messages.hideTexts : messages.apply}
        </Button>
      </div>
    </form>
  );
}
