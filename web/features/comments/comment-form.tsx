import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { interpolate } from '#locales/interpolate.ts';
import * as commentActionsMessages from '#locales/ru/comment-actions.ts';
import { clockDuration } from '#locales/waiting-time.ts';
import { TrapField, trapName } from '#web/forms/trap-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useLocalDraft } from './use-local-draft.ts';

/** The result of sending a comment: null on success, else the error message. */
export type SendOutcome = { error: string } | null;

type CommentFormProps = {
  /** Identifies this form among all forms of the user: the key of its local draft. */
  draftKey: string;
  label: string;
  placeholder?: string;
  labelHidden?: boolean;
  /** The existing text when a comment is edited. It stays in the form until the change is saved. */
  initial?: string;
  submitLabel?: string;
  /** Focuses the form when it appears, because the user has opened it. */
  autoFocus?: boolean;
  /** Until when slow mode forbids to send, in milliseconds. */
  waitUntil?: number;
  /** `homepage` is what a robot has written into the field that people do not see. */
  send: (text: string, homepage: string) => Promise<SendOutcome>;
  onCancel?: () => void;
};

/**
 * A form for a comment. A sent text leaves the form at once, because the discussion already shows it. When the server
 * rejects it, the form shows the text again with the reason.
 */
export function CommentForm({
  draftKey,
  label,
  placeholder,
  labelHidden,
  initial = '',
  submitLabel = commentActionsMessages.send,
  autoFocus = false,
  waitUntil = 0,
  send,
  onCancel,
}: CommentFormProps) {
  const { text, setText, getText, clear, discard, isRestored } = useLocalDraft(draftKey, initial);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const isBlank = text.trim() === '';
  const secondsLeft = useSecondsUntil(waitUntil);
  const hasWaited = waitUntil > 0 && secondsLeft === 0;

  useEffect(() => {
    if (autoFocus) form.current?.querySelector('textarea')?.focus();
  }, [autoFocus]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBlank || isBusy || secondsLeft > 0) return;
    setBusy(true);
    setError(undefined);
    if (initial === '') clear();
    const homepage = String(new FormData(form.current ?? undefined).get(trapName) ?? '');
    const outcome = await send(text.trim(), homepage);
    setBusy(false);
    if (outcome === null) return discard();
    if (initial === '') setText(getText() === '' ? text : `${text}\n${getText()}`);
    setError(outcome.error);
    form.current?.querySelector('textarea')?.focus();
  }

  function cancel() {
    if (!onCancel) return;
    clear();
    discard();
    onCancel();
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
    if (event.key === 'Escape' && (isBlank || text === initial)) cancel();
  }

  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label={label}
        labelHidden={labelHidden}
        error={hasWaited && error === commentActionsMessages.slowed ? undefined : error}
        hint={isRestored ? commentActionsMessages.found : undefined}
      >
        <Textarea
          name="content"
          rows={3}
          className="min-h-24"
          value={text}
          placeholder={placeholder}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKeyDown}
        />
      </Field>
      {initial === '' && <TrapField />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={isBusy} disabled={(isBlank || secondsLeft > 0) && !isBusy}>
          {submitLabel}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={cancel}>
            {commentActionsMessages.cancel}
          </Button>
        )}
        {secondsLeft > 0 && (
          <p role="timer" className="text-sm text-muted tabular-nums">
            {interpolate(commentActionsMessages.wait, { time: clockDuration(secondsLeft) })}
          </p>
        )}
        <p aria-live="polite" className="sr-only">
          {hasWaited && commentActionsMessages.waitOver}
        </p>
      </div>
    </form>
  );
}

/** The whole seconds until a time, counted down. */
function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(0);
  const secondsLeft = Math.max(0, Math.ceil((time - (now || Date.now())) / 1_000));
  const isWaiting = secondsLeft > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return secondsLeft;
}
