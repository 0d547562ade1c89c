import { useRef, useState } from 'react';
import { hideReasonMaxLength } from '#contract/staff.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { Field } from '#web/ui/field.tsx';
import { LazyConfirmDialog } from '#web/ui/lazy-confirm-dialog.tsx';
import { Textarea } from '#web/ui/textarea.tsx';

type ReasonDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  confirmLabel: string;
  reasonHint: string;
  isReasonRequired?: boolean;
  busy: boolean;
  onConfirm: (reason: string) => void;
};

/** Confirms an action of a moderator and asks for its reason. */
export function ReasonDialog({
  reasonHint,
  isReasonRequired = false,
  onConfirm,
  ...dialog
}: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const textarea = useRef<HTMLTextAreaElement>(null);

  function confirm() {
    const trimmedReason = reason.trim();
    const isNowMissing = isReasonRequired && trimmedReason === '';
    setMissing(isNowMissing);
    if (isNowMissing) textarea.current?.focus();
    else onConfirm(trimmedReason);
  }

  return (
    <LazyConfirmDialog {...dialog} cancelLabel={moderationMessages.cancel} danger onConfirm={confirm}>
      <Field
        label={moderationMessages.reason}
        hint={reasonHint}
        error={isMissing ? moderationMessages.reasonRequired : undefined}
      >
        <Textarea
          ref={textarea}
          value={reason}
          rows={3}
          required={isReasonRequired}
          maxLength={hideReasonMaxLength}
          className="min-h-20"
          onChange={(event) => {
            setReason(event.target.value);
            setMissing(false);
          }}
        />
      </Field>
    </LazyConfirmDialog>
  );
}
