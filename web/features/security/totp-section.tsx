import { lazy, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { enableTotp } from '#contract/security.ts';
import { fullDate } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as securityPageMessages from '#locales/ru/security-page.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { ApiForm } from '#web/forms/api-form.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { formErrorStatuses } from '#web/forms/form-errors.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { useAction } from '#web/queries/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { LazyConfirmDialog } from '#web/ui/lazy-confirm-dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Section } from './section.tsx';

const QrCode = lazy(() => import('./qr-code.tsx').then((module) => ({ default: module.QrCode })));

type Started = { secret: string; uri: string };
type SectionProps = {
  enabledAt: string | null;
  /** Receives the recovery codes, which are none unless this is the first factor. */
  onEnabled: (codes: string[]) => void;
  onDisabled: () => void;
};

/** The authenticator app: setting it up and removing it. */
export function TotpSection({ enabledAt, onEnabled, onDisabled }: SectionProps) {
  return enabledAt === null ? (
    <Setup onEnabled={onEnabled} />
  ) : (
    <Enabled enabledAt={enabledAt} onDisabled={onDisabled} />
  );
}

function Setup({ onEnabled }: Pick<SectionProps, 'onEnabled'>) {
  const [started, setStarted] = useState<Started | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function start(): Promise<void> {
    setBusy(true);
    try {
      setStarted(await getBrowserClient().api.call('startTotp', { body: {} }));
    } catch (error) {
      // A toast has shown the error.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  }

  return (
    <Section title={securityPageMessages.totpHeading} text={securityPageMessages.totpOff}>
      {started ? (
        <SetupForm started={started} onEnabled={onEnabled} onCancel={() => setStarted(null)} />
      ) : (
        <Button variant="secondary" busy={isBusy} onClick={() => void start()}>
          {securityPageMessages.totpConnect}
        </Button>
      )}
    </Section>
  );
}

type Values = z.input<typeof enableTotp.body>;
type FormProps = { started: Started; onEnabled: (codes: string[]) => void; onCancel: () => void };

function SetupForm({ started, onEnabled, onCancel }: FormProps) {
  const form = useForm<Values, unknown, Values>({ resolver: contractResolver(enableTotp.body) });
  const { errors } = form.formState;
  const state = useApiForm(
    form,
    async (body) => {
      const { recovery_codes: codes } = await getBrowserClient().api.call('enableTotp', {
        body,
        suppressToastFor: formErrorStatuses,
      });
      notify('success', securityPageMessages.totpEnabled);
      onEnabled(codes);
    },
    { fields: ['second_factor_code'], fallback: securityPageMessages.totpFailed },
  );
  return (
    <ApiForm state={state} className="flex w-full max-w-form flex-col items-start gap-4">
      <p className="text-sm text-soft">{securityPageMessages.totpScan}</p>
      <LazyBoundary fallback={<Skeleton className="size-52" />}>
        <QrCode text={started.uri} label={securityPageMessages.totpQr} />
      </LazyBoundary>
      <dl className="text-sm">
        <dt className="text-muted">{securityPageMessages.totpSecret}</dt>
        <dd className="font-mono wrap-anywhere">{started.secret.replace(/(.{4})(?=.)/g, '$1 ')}</dd>
      </dl>
      <Field
        label={securityPageMessages.totpCode}
        hint={securityPageMessages.totpCodeHint}
        error={errors.second_factor_code?.message}
        className="w-full"
      >
        <Input
          {...form.register('second_factor_code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-required
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={state.isBusy} disabled={!state.isReady}>
          {state.isBusy ? securityPageMessages.totpEnabling : securityPageMessages.totpEnable}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {securityPageMessages.cancel}
        </Button>
      </div>
    </ApiForm>
  );
}

function Enabled({ enabledAt, onDisabled }: { enabledAt: string; onDisabled: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAction();
  const disable = async () => {
    setOpen(false);
    const isDone = await run(
      () => getBrowserClient().api.call('disableTotp'),
      securityPageMessages.totpDisabled,
    );
    if (isDone) onDisabled();
  };
  return (
    <Section
      title={securityPageMessages.totpHeading}
      text={interpolate(securityPageMessages.totpOn, { date: fullDate(enabledAt) })}
    >
      <Button variant="secondary" busy={isBusy} onClick={() => setOpen(true)}>
        {securityPageMessages.totpDisable}
      </Button>
      <LazyConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={securityPageMessages.totpDisableTitle}
        description={securityPageMessages.totpDisableText}
        confirmLabel={securityPageMessages.totpDisable}
        cancelLabel={securityPageMessages.cancel}
        danger
        onConfirm={() => void disable()}
      />
    </Section>
  );
}
