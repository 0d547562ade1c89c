import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type Passkey, renamePasskey } from '#contract/security.ts';
import { fullDate } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as securityPageMessages from '#locales/ru/security-page.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiForm } from '#web/forms/api-form.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { formErrorStatuses } from '#web/forms/form-errors.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { useAction } from '#web/queries/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { LazyConfirmDialog } from '#web/ui/lazy-confirm-dialog.tsx';
import { notify } from '#web/ui/notify.ts';

type ItemProps = { passkey: Passkey; onChanged: () => void };

/** A passkey with its dates, which can be renamed and removed. */
export function PasskeyItem({ passkey, onChanged }: ItemProps) {
  const [isEditing, setEditing] = useState(false);
  if (isEditing)
    return (
      <li className="py-3">
        <RenameForm
          passkey={passkey}
          onDone={() => {
            setEditing(false);
            onChanged();
          }}
          onCancel={() => setEditing(false)}
        />
      </li>
    );
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{passkey.name}</p>
        <p className="text-sm text-muted">{describe(passkey)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="quiet"
          size="sm"
          aria-label={interpolate(securityPageMessages.passkeyRenameOf, { name: passkey.name })}
          onClick={() => setEditing(true)}
        >
          {securityPageMessages.passkeyRename}
        </Button>
        <DeleteButton passkey={passkey} onDeleted={onChanged} />
      </div>
    </li>
  );
}

function describe({ created_at: createdAt, last_used_at: usedAt, is_synced: isSynced }: Passkey): string {
  return [
    interpolate(securityPageMessages.passkeyCreated, { date: fullDate(createdAt) }),
    usedAt === null
      ? securityPageMessages.passkeyUnused
      : interpolate(securityPageMessages.passkeyUsed, { date: fullDate(usedAt) }),
    ...(isSynced ? [securityPageMessages.passkeySynced] : []),
  ].join(', ');
}

type Values = z.input<typeof renamePasskey.body>;

function RenameForm({
  passkey,
  onDone,
  onCancel,
}: {
  passkey: Passkey;
  onDone: () => void;
  onCancel: () => void;
}) {
  const form = useForm<Values, unknown, Values>({
    resolver: contractResolver(renamePasskey.body),
    defaultValues: { name: passkey.name },
  });
  const { errors } = form.formState;
  const state = useApiForm(
    form,
    async (body) => {
      const params = { id: String(passkey.id) };
      await getBrowserClient().api.call('renamePasskey', {
        params,
        body,
        suppressToastFor: formErrorStatuses,
      });
      notify('success', securityPageMessages.passkeyRenamed);
      onDone();
    },
    { fields: ['name'], fallback: securityPageMessages.passkeyFailed },
  );
  return (
    <ApiForm state={state} className="flex max-w-form flex-col items-start gap-3">
      <Field label={securityPageMessages.passkeyName} error={errors.name?.message} className="w-full">
        <Input {...form.register('name')} autoComplete="off" aria-required />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" busy={state.isBusy} disabled={!state.isReady}>
          {securityPageMessages.passkeySave}
        </Button>
        <Button variant="secondary" size="sm" onClick={onCancel}>
          {securityPageMessages.cancel}
        </Button>
      </div>
    </ApiForm>
  );
}

function DeleteButton({ passkey, onDeleted }: { passkey: Passkey; onDeleted: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAction();
  const { name } = passkey;
  const remove = async () => {
    setOpen(false);
    const isDone = await run(
      () => getBrowserClient().api.call('deletePasskey', { params: { id: String(passkey.id) } }),
      securityPageMessages.passkeyDeleted,
    );
    if (isDone) onDeleted();
  };
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        busy={isBusy}
        aria-label={interpolate(securityPageMessages.passkeyDeleteOf, { name })}
        onClick={() => setOpen(true)}
      >
        {securityPageMessages.passkeyDelete}
      </Button>
      <LazyConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={interpolate(securityPageMessages.passkeyDeleteTitle, { name })}
        description={securityPageMessages.passkeyDeleteText}
        confirmLabel={securityPageMessages.passkeyDelete}
        cancelLabel={securityPageMessages.cancel}
        danger
        onConfirm={() => void remove()}
      />
    </>
  );
}
