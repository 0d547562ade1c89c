import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type EmailChange, requestEmailChange } from '#contract/security.ts';
import { clockTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as securityPageMessages from '#locales/ru/security-page.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiForm } from '#web/forms/api-form.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { formErrorStatuses } from '#web/forms/form-errors.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { useAction } from '#web/queries/use-action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { notify } from '#web/ui/notify.ts';
import { Section } from './section.tsx';

type SectionProps = {
  email: string;
  /** Whether the present address was ever confirmed: only then a change needs it. */
  isVerified: boolean;
  change: EmailChange | null;
  onChanged: () => void;
};

/** The address of the account, and its change. */
export function EmailSection({ email, isVerified, change, onChanged }: SectionProps) {
  return (
    <Section
      title={securityPageMessages.emailHeading}
      text={interpolate(securityPageMessages.emailText, { email })}
    >
      {change ? (
        <PendingChange change={change} isVerified={isVerified} onCancelled={onChanged} />
      ) : (
        <ChangeForm onRequested={onChanged} />
      )}
    </Section>
  );
}

type Values = z.input<typeof requestEmailChange.body>;

function ChangeForm({ onRequested }: { onRequested: () => void }) {
  const form = useForm<Values, unknown, Values>({ resolver: contractResolver(requestEmailChange.body) });
  const { errors } = form.formState;
  const state = useApiForm(
    form,
    async (body) => {
      await getBrowserClient().api.call('requestEmailChange', { body, suppressToastFor: formErrorStatuses });
      notify('success', securityPageMessages.emailSent);
      onRequested();
    },
    { fields: ['email'], fallback: securityPageMessages.emailFailed },
  );
  return (
    <ApiForm state={state} className="flex w-full max-w-form flex-col items-start gap-4">
      <Field label={securityPageMessages.emailLabel} error={errors.email?.message} className="w-full">
        <Input {...form.register('email')} type="email" autoComplete="email" aria-required />
      </Field>
      <Button type="submit" variant="secondary" busy={state.isBusy} disabled={!state.isReady}>
        {state.isBusy ? securityPageMessages.emailSending : securityPageMessages.emailSend}
      </Button>
    </ApiForm>
  );
}

type PendingProps = { change: EmailChange; isVerified: boolean; onCancelled: () => void };

function PendingChange({ change, isVerified, onCancelled }: PendingProps) {
  const { isBusy, run } = useAction();
  const cancel = async () => {
    const isDone = await run(
      () => getBrowserClient().api.call('cancelEmailChange'),
      securityPageMessages.emailCancelled,
    );
    if (isDone) onCancelled();
  };
  return (
    <>
      <p className="text-sm wrap-anywhere">
        {interpolate(securityPageMessages.emailPending, {
          email: change.new_email,
          time: clockTime(change.expires_at),
        })}
      </p>
      <p className="flex flex-wrap gap-2">
        <Badge tone={change.old_confirmed ? 'success' : 'warning'}>{oldState(change, isVerified)}</Badge>
        <Badge tone={change.new_confirmed ? 'success' : 'warning'}>
          {change.new_confirmed ? securityPageMessages.emailNewConfirmed : securityPageMessages.emailNewWaits}
        </Badge>
      </p>
      <Button variant="secondary" busy={isBusy} onClick={() => void cancel()}>
        {securityPageMessages.emailCancel}
      </Button>
    </>
  );
}

function oldState({ old_confirmed: isConfirmed }: EmailChange, isVerified: boolean): string {
  if (!isVerified) return securityPageMessages.emailOldNeedless;
  return isConfirmed ? securityPageMessages.emailOldConfirmed : securityPageMessages.emailOldWaits;
}
