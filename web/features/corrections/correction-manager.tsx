import Trash from 'lucide-react/icons/trash';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  type Correction,
  correctionMaxLength,
  createCorrection as createCorrectionEndpoint,
} from '#contract/corrections.ts';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as correctionsMessages from '#locales/ru/corrections.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { createIdempotencyKey } from '#web/api/idempotency-key.ts';
import { ApiForm } from '#web/forms/api-form.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { formErrorStatuses } from '#web/forms/form-errors.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { notify } from '#web/ui/notify.ts';
import { Textarea } from '#web/ui/textarea.tsx';

type ManagerProps = { post: { id: number; corrections: readonly Correction[] } };

/** The corrections of a published post, which its author and staff add and delete. It needs the post's id as its key. */
export function CorrectionManager({ post }: ManagerProps) {
  const [corrections, setCorrections] = useState(post.corrections);
  const params = { slug: String(post.id) };

  async function remove({ id }: Correction): Promise<void> {
    try {
      await getBrowserClient().api.call('deleteCorrection', { params: { ...params, id: String(id) } });
      setCorrections((before) => before.filter((other) => other.id !== id));
      notify('success', correctionsMessages.removed);
    } catch (error) {
      // A toast has shown the error.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  return (
    <details className="group rounded-sm border border-rule px-4 py-3 sm:px-5">
      <summary className="cursor-pointer font-medium">
        {correctionsMessages.formTitle}
        {corrections.length > 0 && ` (${corrections.length})`}
      </summary>
      <div className="mt-4 flex flex-col gap-4">
        <p className="text-sm text-soft">{correctionsMessages.formText}</p>
        {corrections.length > 0 && <CorrectionRows corrections={corrections} onRemove={remove} />}
        <CorrectionForm
          params={params}
          onAdded={(correction) => setCorrections((before) => [...before, correction])}
        />
      </div>
    </details>
  );
}

type RowsProps = { corrections: readonly Correction[]; onRemove: (correction: Correction) => Promise<void> };

function CorrectionRows({ corrections, onRemove }: RowsProps) {
  const [chosen, setChosen] = useState<Correction | null>(null);
  return (
    <>
      <ul className="divide-y divide-rule border-y border-rule">
        {corrections.map((correction) => (
          <li key={correction.id} className="flex items-start gap-3 py-3 text-sm">
            <div className="min-w-0 flex-1">
              <time dateTime={correction.created_at} className="text-muted">
                {dateAndTime(correction.created_at)}
              </time>
              <p className="wrap-anywhere whitespace-pre-line">{correction.text}</p>
            </div>
            <IconButton
              label={interpolate(correctionsMessages.remove, { text: correction.text })}
              onClick={() => setChosen(correction)}
              className="-my-2 hover:text-danger"
            >
              <Trash aria-hidden className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={chosen !== null}
        onOpenChange={(open) => !open && setChosen(null)}
        title={correctionsMessages.removeTitle}
        description={correctionsMessages.removeText}
        confirmLabel={correctionsMessages.removeConfirm}
        cancelLabel={correctionsMessages.keep}
        danger
        onConfirm={() => {
          if (chosen) void onRemove(chosen);
          setChosen(null);
        }}
      />
    </>
  );
}

type FormProps = { params: { slug: string }; onAdded: (correction: Correction) => void };

function CorrectionForm({ params, onAdded }: FormProps) {
  // One key for each text, so that a repeated request adds one correction.
  const attempt = useRef({ text: '', key: '' });
  const form = useForm({
    resolver: contractResolver(createCorrectionEndpoint.body),
    defaultValues: { text: '' },
  });

  async function send(body: { text: string }): Promise<void> {
    if (attempt.current.text !== body.text)
      attempt.current = { text: body.text, key: createIdempotencyKey() };
    const added = await getBrowserClient().api.call('createCorrection', {
      params,
      body,
      headers: { 'idempotency-key': attempt.current.key },
      suppressToastFor: formErrorStatuses,
    });
    attempt.current = { text: '', key: '' };
    form.reset();
    onAdded(added);
    notify('success', added.is_waiting ? correctionsMessages.waits : correctionsMessages.added);
  }
  const state = useApiForm(form, send, { fields: ['text'], fallback: postFormMessages.editFailed });
  const length = form.watch('text').trim().length;

  return (
    <ApiForm state={state} className="flex flex-col items-start gap-3">
      <Field
        label={correctionsMessages.field}
        aside={interpolate(postFormMessages.titleCounter, { count: length, max: correctionMaxLength })}
        error={form.formState.errors.text?.message}
        className="w-full"
      >
        <Textarea {...form.register('text')} rows={2} placeholder={correctionsMessages.placeholder} />
      </Field>
      <Button type="submit" variant="secondary" busy={state.isBusy} disabled={!state.isReady || length === 0}>
        {correctionsMessages.add}
      </Button>
    </ApiForm>
  );
}
