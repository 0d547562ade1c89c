import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type Refund, refundBody, refundReasonMaxLength } from '#contract/payment.ts';
import type { StaffPayment } from '#contract/staff-payments.ts';
import { plainNumber, price } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as paymentsMessages from '#locales/ru/payments.ts';
import * as staffPaymentsMessages from '#locales/ru/staff-payments.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/error.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { showApiErrors } from '#web/forms/form-errors.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { Textarea } from '#web/ui/textarea.tsx';
import { formatAmount } from './labels.ts';
import { type createRefundKeys, formatApiAmount, formatInputAmount, parseKopecks } from './refund-amount.ts';

type Values = z.input<typeof refundBody>;
type Body = z.output<typeof refundBody>;
/** The dialog shows these errors itself. */
const handledStatuses = [0, 400, 403, 404, 409, 422, 429, 500, 502, 503, 504];

type FormProps = {
  payment: StaffPayment;
  refundKeys: ReturnType<typeof createRefundKeys>;
  onSending: (isSending: boolean) => void;
  onCancel: () => void;
  onRefunded: () => void;
};

/** Validation, submission and errors of the refund form. */
function useRefundForm({ payment, refundKeys, onSending, onRefunded }: Omit<FormProps, 'onCancel'>) {
  const left = parseKopecks(payment.refundable_amount) ?? 0;
  const resolveBody = contractResolver(refundBody, ({ amount }) => {
    const kopecks = parseKopecks(String(amount));
    if (kopecks === 0) return { amount: paymentsMessages.amountInvalid };
    return kopecks !== null && kopecks > left ? { amount: paymentsMessages.amountTooLarge } : {};
  });
  const form = useForm<Values, unknown, Body>({
    resolver: (values, context, options) =>
      resolveBody({ ...values, amount: plainNumber(String(values.amount)) }, context, options),
    defaultValues: { amount: formatInputAmount(left), reason: '' },
  });
  const [problem, setProblem] = useState<string | null>(null);

  async function send({ amount, reason }: Body): Promise<void> {
    setProblem(null);
    onSending(true);
    try {
      const body = { amount, reason: reason ?? '' };
      const refund = await getBrowserClient().api.call('refundPayment', {
        params: { id: String(payment.id) },
        body,
        headers: { 'idempotency-key': refundKeys.keyFor(body) },
        suppressToastFor: handledStatuses,
      });
      refundKeys.reset();
      if (refund.status === 'failed') return setProblem(staffPaymentsMessages.refused);
      notifyRefund(refund);
      onRefunded();
    } catch (error) {
      setProblem(describeError(error));
    } finally {
      onSending(false);
    }
  }

  function describeError(error: unknown): string | null {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 409) return staffPaymentsMessages.inFlight;
    if (error.status === 0 || error.status >= 500) return staffPaymentsMessages.noResponse;
    // The API refused: the next request is another refund and needs a new key.
    refundKeys.reset();
    return showApiErrors(form, error, { fields: ['amount', 'reason'], fallback });
  }

  return { left, form, problem, ...useSubmit(form, send) };
}

/** The amount and reason of a refund, with its consequences. */
export function RefundForm({ payment, onCancel, ...rest }: FormProps) {
  const { left, form, problem, isReady, isBusy, onSubmit } = useRefundForm({ payment, ...rest });
  const { errors } = form.formState;
  const requested = parseKopecks(String(form.watch('amount')));
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="mt-3 flex flex-col gap-4">
      <p className="text-soft wrap-anywhere">
        {interpolate(staffPaymentsMessages.refundSummary, {
          id: payment.id,
          name: payment.user_info.username,
          plan: payment.plan_name,
          sum: formatAmount(payment),
        })}{' '}
        {left < (parseKopecks(payment.amount) ?? 0) && refundedText(payment, left)}
      </p>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Field
        label={amountLabel(payment)}
        hint={interpolate(staffPaymentsMessages.amountHint, {
          left: price(formatApiAmount(left), payment.currency),
        })}
        error={errors.amount?.message}
      >
        <Input {...form.register('amount')} inputMode="decimal" autoComplete="off" aria-required />
      </Field>
      <Field
        label={staffPaymentsMessages.reason}
        hint={staffPaymentsMessages.reasonHint}
        error={errors.reason?.message}
      >
        <Textarea
          {...form.register('reason')}
          rows={2}
          maxLength={refundReasonMaxLength}
          className="min-h-16"
        />
      </Field>
      <Consequences requested={requested} left={left} currency={payment.currency} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" busy={isBusy} onClick={onCancel}>
          {staffPaymentsMessages.cancel}
        </Button>
        <Button type="submit" variant="danger" busy={isBusy} disabled={!isReady}>
          {isValidAmount(requested, left)
            ? interpolate(staffPaymentsMessages.confirm, {
                sum: price(formatApiAmount(requested), payment.currency),
              })
            : staffPaymentsMessages.confirmPlain}
        </Button>
      </div>
    </form>
  );
}

const fallback = staffPaymentsMessages.problem;

const isValidAmount = (requested: number | null, left: number): requested is number =>
  requested !== null && requested > 0 && requested <= left;

const amountLabel = ({ currency }: StaffPayment): string =>
  currency === 'RUB'
    ? staffPaymentsMessages.amount
    : interpolate(staffPaymentsMessages.amountPlain, { currency });

const refundedText = ({ amount, currency }: StaffPayment, left: number): string =>
  interpolate(staffPaymentsMessages.refundLeft, {
    gone: price(formatApiAmount((parseKopecks(amount) ?? 0) - left), currency),
    left: price(formatApiAmount(left), currency),
  });

function notifyRefund({ status, amount, payment_info }: Refund): void {
  const sum = price(amount, payment_info.currency);
  notify(
    'success',
    interpolate(status === 'succeeded' ? staffPaymentsMessages.done : staffPaymentsMessages.accepted, {
      sum,
    }),
  );
}

/** What the refund means for the subscription, shown before it is sent. */
function Consequences({
  requested,
  left,
  currency,
}: {
  requested: number | null;
  left: number;
  currency: string;
}) {
  const isWhole = requested === left;
  return (
    <div
      aria-live="polite"
      className="rounded-sm border-l-4 border-warning bg-warning-tint px-4 py-3 text-sm"
    >
      {isValidAmount(requested, left) && (
        <p>
          <strong>{isWhole ? staffPaymentsMessages.wholeTitle : staffPaymentsMessages.partTitle}</strong>{' '}
          {isWhole
            ? staffPaymentsMessages.wholeText
            : interpolate(staffPaymentsMessages.partText, {
                left: price(formatApiAmount(left - requested), currency),
              })}
        </p>
      )}
      <p>{staffPaymentsMessages.always}</p>
    </div>
  );
}
