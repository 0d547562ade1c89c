import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { objectionMaxLength } from '#contract/moderation.ts';
import { createObjection } from '#contract/objections.ts';
import * as messages from '#locales/ru/decisions.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiForm } from '#web/forms/api-form.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { formErrorStatuses } from '#web/forms/form-errors.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { notify } from '#web/ui/notify.ts';
import { Textarea } from '#web/ui/textarea.tsx';

type Props = { decisionId: number; onSent: () => void };

/** Opens the form for the one objection to a decision. */
export function ObjectionForm(props: Props) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <Button variant="secondary" className="mt-4" onClick={() => setOpen(true)}>
        {messages.objectButton}
      </Button>
    );
  return <Form {...props} onCancel={() => setOpen(false)} />;
}

function Form({ decisionId, onSent, onCancel }: Props & { onCancel: () => void }) {
  const form = useForm<z.input<typeof createObjection.body>>({
    resolver: contractResolver(createObjection.body),
    defaultValues: { text: '' },
  });
  const state = useApiForm(
    form,
    async ({ text }) => {
      await getBrowserClient().api.call('createObjection', {
        params: { id: String(decisionId) },
        body: { text },
        suppressToastFor: formErrorStatuses,
      });
      notify('success', messages.sent);
      onSent();
    },
    { fields: ['text'], fallback: messages.problem },
  );
  return (
    <ApiForm state={state} className="mt-4 flex flex-col items-start gap-3">
      <Field
        label={messages.objectionText}
        hint={messages.objectionHint}
        error={form.formState.errors.text?.message}
        className="w-full"
      >
        <Textarea rows={5} autoFocus maxLength={objectionMaxLength} {...form.register('text')} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={state.isBusy}>
          {messages.sendObjection}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {messages.cancel}
        </Button>
      </div>
    </ApiForm>
  );
}
