import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { requestPasswordReset } from '#contract/auth.ts';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import { contractResolver } from '#web/api/contract-resolver.ts';
import { formStatuses, showApiErrors } from '#web/api/form-errors.ts';
import { useSubmit } from '#web/api/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';

type ResetValues = z.input<typeof requestPasswordReset.body>;

/** Requests the e-mail with a reset link. The result does not reveal whether the address has an account. */
export function ResetRequestForm() {
  const form = useForm<ResetValues, unknown, ResetValues>({
    resolver: contractResolver(requestPasswordReset.body),
  });
  const [problem, setProblem] = useState<string | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);

  const { isReady, isBusy, onSubmit } = useSubmit(form, async (body) => {
    setProblem(null);
    try {
      await getBrowser().api.call('requestPasswordReset', { body, quiet: formStatuses });
      setSentTo(body.email);
    } catch (error) {
      setProblem(showApiErrors(form, error, { fields: ['email'], fallback: t('passwords.resetFailed') }));
    }
  });

  if (sentTo !== null) return <Sent email={sentTo} onAgain={() => setSentTo(null)} />;
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <p className="text-soft">{t('passwords.resetLead')}</p>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Field label={t('passwords.resetEmail')} error={form.formState.errors.email?.message}>
        <Input
          {...form.register('email')}
          type="email"
          autoComplete="email"
          placeholder={t('passwords.resetEmailPlaceholder')}
          aria-required
        />
      </Field>
      <Button type="submit" size="lg" busy={isBusy} disabled={!isReady}>
        {t(isBusy ? 'passwords.resetSending' : 'passwords.resetSend')}
      </Button>
    </form>
  );
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <div role="status" className="flex flex-col items-start gap-4">
      <Notice tone="success">
        <p className="font-semibold">{t('passwords.resetSentTitle')}</p>
        <p className="mt-1 wrap-anywhere">{t('passwords.resetSentText', { email })}</p>
      </Notice>
      <p className="text-sm text-soft">{t('passwords.resetSentHint')}</p>
      <Button variant="secondary" onClick={onAgain}>
        {t('passwords.resetAgain')}
      </Button>
    </div>
  );
}
