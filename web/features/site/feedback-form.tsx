import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type FeedbackKind, feedbackBody, feedbackKind, feedbackMessageMaxLength } from '#contract/site.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import * as feedbackMessages from '#locales/ru/feedback.ts';
import { feedbackKinds } from '#locales/ru/feedback-kinds.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { useUser } from '#web/api/use-session.ts';
import { ApiForm } from '#web/forms/api-form.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { formErrorStatuses } from '#web/forms/form-errors.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { Textarea } from '#web/ui/textarea.tsx';

type Values = z.input<typeof feedbackBody>;
type FeedbackMessage = z.output<typeof feedbackBody>;

const empty: Values = { name: '', email: '', kind: 'question', message: '', website: '' };

/** Sends a feedback message; for logged-in users, name and email are prefilled. */
export function FeedbackForm() {
  const user = useUser();
  const form = useForm<Values, unknown, FeedbackMessage>({
    resolver: contractResolver(feedbackBody),
    defaultValues: empty,
  });
  const [sentFrom, setSentFrom] = useState<string | null>(null);
  const sent = useRef<HTMLDivElement>(null);
  const { errors } = form.formState;

  // The form disappears together with the focus.
  useEffect(() => {
    if (sentFrom !== null) sent.current?.focus();
  }, [sentFrom]);

  useEffect(() => {
    if (!user) return;
    // Keep text typed before the session was restored.
    if (!form.getValues('name')) form.setValue('name', displayName(user));
    if (!form.getValues('email')) form.setValue('email', user.email);
  }, [user, form]);

  async function send(body: FeedbackMessage): Promise<void> {
    await getBrowserClient().api.call('sendFeedback', { body, suppressToastFor: formErrorStatuses });
    setSentFrom(body.email);
    form.resetField('message');
  }
  const state = useApiForm(form, send, {
    fields: ['name', 'email', 'kind', 'message'],
    fallback: feedbackMessages.failed,
  });

  function writeAgain(): void {
    flushSync(() => setSentFrom(null));
    form.setFocus('message');
  }

  if (sentFrom !== null)
    return (
      <div ref={sent} role="status" tabIndex={-1} className="outline-none">
        <EmptyState
          title={feedbackMessages.sentTitle}
          text={interpolate(feedbackMessages.sentText, { email: sentFrom })}
        >
          <Button variant="secondary" onClick={writeAgain}>
            {feedbackMessages.again}
          </Button>
        </EmptyState>
      </div>
    );
  return (
    <ApiForm state={state} className="flex flex-col gap-5">
      <Field label={feedbackMessages.name} error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="name" aria-required />
      </Field>
      <Field label={feedbackMessages.email} error={errors.email?.message}>
        <Input {...form.register('email')} type="email" autoComplete="email" aria-required />
      </Field>
      <Field label={feedbackMessages.kind} error={errors.kind?.message}>
        <Select {...form.register('kind')}>
          {feedbackKind.options.map((kind: FeedbackKind) => (
            <option key={kind} value={kind}>
              {feedbackKinds[kind]}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={feedbackMessages.message}
        error={errors.message?.message}
        hint={feedbackMessages.messageHint}
      >
        <Textarea
          {...form.register('message')}
          rows={7}
          maxLength={feedbackMessageMaxLength}
          className="min-h-40"
          aria-required
        />
      </Field>
      {/* A honeypot: invisible and not focusable, so that only bots fill it in. */}
      <div aria-hidden className="absolute -left-[200vw]">
        <label>
          {feedbackMessages.website}
          <input {...form.register('website')} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <p className="text-xs text-muted">
        {feedbackMessages.privacy} <TextLink to="/privacy">{feedbackMessages.privacyLink}</TextLink>
      </p>
      <Button type="submit" size="lg" busy={state.isBusy} disabled={!state.isReady}>
        {state.isBusy ? feedbackMessages.sending : feedbackMessages.send}
      </Button>
    </ApiForm>
  );
}
