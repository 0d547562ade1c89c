import { useRef, useState } from 'react';
import { type RuleId, ruleIds } from '#contract/rules.ts';
import { hideReasonMaxLength } from '#contract/staff.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { RuleSelect } from '#web/reports/rule-select.tsx';
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
  /** Whether to ask for the rule too. A reason is required then unless the rule says it. */
  withRule?: boolean;
  initialRule?: RuleId | undefined;
  busy: boolean;
  onConfirm: (reason: string, rule: RuleId) => void;
};

/** Confirms an action of a moderator and asks for its reason. */
export function ReasonDialog({
  reasonHint,
  isReasonRequired = false,
  withRule = false,
  initialRule = 'other',
  onConfirm,
  ...dialog
}: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [rule, setRule] = useState<RuleId>(initialRule);
  const [isMissing, setMissing] = useState(false);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const isRequired = isReasonRequired || (withRule && rule === 'other');

  function confirm() {
    const trimmedReason = reason.trim();
    const isNowMissing = isRequired && trimmedReason === '';
    setMissing(isNowMissing);
    if (isNowMissing) textarea.current?.focus();
    else onConfirm(trimmedReason, rule);
  }

  return (
    <LazyConfirmDialog {...dialog} cancelLabel={moderationMessages.cancel} danger onConfirm={confirm}>
      <div className="flex flex-col gap-4">
        {withRule && (
          <Field label={moderationMessages.rule}>
            <RuleSelect
              value={rule}
              onChange={(event) => {
                setRule(ruleIds.find((id) => id === event.currentTarget.value) ?? rule);
                setMissing(false);
              }}
            />
          </Field>
        )}
        <Field
          label={moderationMessages.reason}
          hint={reasonHint}
          error={isMissing ? moderationMessages.reasonRequired : undefined}
        >
          <Textarea
            ref={textarea}
            value={reason}
            rows={3}
            required={isRequired}
            maxLength={hideReasonMaxLength}
            className="min-h-20"
            onChange={(event) => {
              setReason(event.target.value);
              setMissing(false);
            }}
          />
        </Field>
      </div>
    </LazyConfirmDialog>
  );
}
