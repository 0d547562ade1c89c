import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { createPasskey } from '#contract/security.ts';
import * as securityPageMessages from '#locales/ru/security-page.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiForm } from '#web/forms/api-form.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { formErrorStatuses } from '#web/forms/form-errors.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { notify } from '#web/ui/notify.ts';

type Body = z.input<typeof createPasskey.body>;
const nameSchema = createPasskey.body.pick({ name: true });
type Values = z.input<typeof nameSchema>;

type AddProps = {
  maxLength: number;
  create: () => Promise<unknown>;
  onAdded: (codes: string[]) => void;
  onCancel: () => void;
};

/** Names a new passkey, creates it on the device and stores it. */
export function AddPasskey({ maxLength, create, onAdded, onCancel }: AddProps) {
  const form = useForm<Values, unknown, Values>({ resolver: contractResolver(nameSchema) });
  const { errors } = form.formState;
  const state = useApiForm(
    form,
    async ({ name }) => {
      const passkey = (await create()) as Body['passkey'] | null;
      if (!passkey) return notify('error', securityPageMessages.passkeyCancelled);
      const { recovery_codes: codes } = await getBrowserClient().api.call('createPasskey', {
        body: { name, passkey },
        suppressToastFor: formErrorStatuses,
      });
      notify('success', securityPageMessages.passkeyAdded);
      onAdded(codes);
    },
    { fields: ['name'], fallback: securityPageMessages.passkeyFailed },
  );
  return (
    <ApiForm state={state} className="flex w-full max-w-form flex-col items-start gap-4">
      <Field
        label={securityPageMessages.passkeyName}
        hint={securityPageMessages.passkeyNameHint}
        error={errors.name?.message}
        className="w-full"
      >
        <Input {...form.register('name')} maxLength={maxLength} autoComplete="off" aria-required />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={state.isBusy} disabled={!state.isReady}>
          {state.isBusy ? securityPageMessages.passkeyCreating : securityPageMessages.passkeyCreate}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {securityPageMessages.cancel}
        </Button>
      </div>
    </ApiForm>
  );
}
