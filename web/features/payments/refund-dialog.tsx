import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type Refund, refundBody, refundReasonMaxLength } from '#contract/payment.ts';
import type { StaffPayment } from '#contract/staff-payments.ts';
import { plainNumber, price } from '#text/format.ts';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import { contractResolver } from '#web/api/contract-resolver.ts';
import { ApiError } from '#web/api/error.ts';
import { showApiErrors } from '#web/api/form-errors.ts';
import { notify } from '#web/api/notify.ts';
import { newRequestKey } from '#web/api/request-key.ts';
import { useSubmit } from '#web/api/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { sumOf } from './labels.ts';
import { amountOf, createRefundNames, kopecksOf, writtenSum } from './refund-sum.ts';

type Values = z.input<typeof refundBody>;
type Body = z.output<typeof refundBody>;
type DialogProps = {
  payment: StaffPayment;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDone: () => void;
};

/** The dialog shows these errors itself. */
const quiet = [0, 400, 403, 404, 409, 422, 429, 500, 502, 503, 504];

/** Explains the consequences and refunds a payment. The same request sent twice is one refund. */
export function RefundDialog({ payment, open, onOpenChange, onDone }: DialogProps) {
  const [isBusy, setBusy] = useState(false);
  // Outlives the form: a dialog closed before the response keeps its idempotency key when it is reopened.
  const [names] = useState(() => createRefundNames(newRequestKey));
  const wasSent = useRef(false);

  function change(next: boolean): void {
    // The dialog stays open until the provider responds, because it shows the result.
    if (isBusy) return;
    onOpenChange(next);
    // Not earlier: a reload can remove the row, and with it this dialog and its message.
    if (!next && wasSent.current) onDone();
    wasSent.current = false;
  }

  return (
    <FormDialog open={open} onOpenChange={change} title={t('staffPayments.refundTitle')}>
      <RefundForm
        payment={payment}
        names={names}
        onSending={(isSending) => {
          wasSent.current = true;
          setBusy(isSending);
        }}
        onCancel={() => change(false)}
        onRefunded={() => {
          onOpenChange(false);
          onDone();
        }}
      />
    </FormDialog>
  );
}

type FormProps = {
  payment: StaffPayment;
  names: ReturnType<typeof createRefundNames>;
  onSending: (isSending: boolean) => void;
  onCancel: () => void;
  onRefunded: () => void;
};

/** Validation, submission and errors of the refund form. */
function useRefund({ payment, names, onSending, onRefunded }: Omit<FormProps, 'onCancel'>) {
  const left = kopecksOf(payment.refundable_amount) ?? 0;
  const checked = contractResolver(refundBody, ({ amount }) => {
    const kopecks = kopecksOf(String(amount));
    if (kopecks === 0) return { amount: t('payments.amountInvalid') };
    return kopecks !== null && kopecks > left ? { amount: t('payments.amountTooLarge') } : {};
  });
  const form = useForm<Values, unknown, Body>({
    resolver: (values, context, options) =>
      checked({ ...values, amount: plainNumber(String(values.amount)) }, context, options),
    defaultValues: { amount: writtenSum(left), reason: '' },
  });
  const [problem, setProblem] = useState<string | null>(null);

  async function send({ amount, reason }: Body): Promise<void> {
    setProblem(null);
    onSending(true);
    try {
      const body = { amount, reason: reason ?? '' };
      const refund = await getBrowser().api.call('refundPayment', {
        params: { id: String(payment.id) },
        body,
        headers: { 'idempotency-key': names.nameOf(body) },
        quiet,
      });
      names.settle();
      if (refund.status === 'failed') return setProblem(t('staffPayments.refused'));
      tell(refund);
      onRefunded();
    } catch (error) {
      setProblem(explain(error));
    } finally {
      onSending(false);
    }
  }

  function explain(error: unknown): string | null {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 409) return t('staffPayments.inFlight');
    if (error.status === 0 || error.status >= 500) return t('staffPayments.noAnswer');
    // The API refused: the next request is another refund and needs a new key.
    names.settle();
    return showApiErrors(form, error, { fields: ['amount', 'reason'], fallback });
  }

  return { left, form, problem, ...useSubmit(form, send) };
}

function RefundForm({ payment, onCancel, ...rest }: FormProps) {
  const { left, form, problem, isReady, isBusy, onSubmit } = useRefund({ payment, ...rest });
  const { errors } = form.formState;
  const wanted = kopecksOf(String(form.watch('amount')));
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="mt-3 flex flex-col gap-4">
      <p className="text-soft wrap-anywhere">
        {t('staffPayments.refundFacts', {
          id: payment.id,
          name: payment.user_info.username,
          plan: payment.plan_name,
          sum: sumOf(payment),
        })}{' '}
        {left < (kopecksOf(payment.amount) ?? 0) && goneText(payment, left)}
      </p>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Field
        label={amountLabel(payment)}
        hint={t('staffPayments.amountHint', { left: price(amountOf(left), payment.currency) })}
        error={errors.amount?.message}
      >
        <Input {...form.register('amount')} inputMode="decimal" autoComplete="off" aria-required />
      </Field>
      <Field
        label={t('staffPayments.reason')}
        hint={t('staffPayments.reasonHint')}
        error={errors.reason?.message}
      >
        <Textarea
          {...form.register('reason')}
          rows={2}
          maxLength={refundReasonMaxLength}
          className="min-h-16"
        />
      </Field>
      <Consequences wanted={wanted} left={left} currency={payment.currency} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" busy={isBusy} onClick={onCancel}>
          {t('staffPayments.cancel')}
        </Button>
        <Button type="submit" variant="danger" busy={isBusy} disabled={!isReady}>
          {isPossible(wanted, left)
            ? t('staffPayments.confirm', { sum: price(amountOf(wanted), payment.currency) })
            : t('staffPayments.confirmPlain')}
        </Button>
      </div>
    </form>
  );
}

const fallback = t('staffPayments.problem');

const isPossible = (wanted: number | null, left: number): wanted is number =>
  wanted !== null && wanted > 0 && wanted <= left;

const amountLabel = ({ currency }: StaffPayment): string =>
  currency === 'RUB' ? t('staffPayments.amount') : t('staffPayments.amountPlain', { currency });

const goneText = ({ amount, currency }: StaffPayment, left: number): string =>
  t('staffPayments.refundLeft', {
    gone: price(amountOf((kopecksOf(amount) ?? 0) - left), currency),
    left: price(amountOf(left), currency),
  });

function tell({ status, amount, payment_info }: Refund): void {
  const sum = price(amount, payment_info.currency);
  notify('success', t(status === 'succeeded' ? 'staffPayments.done' : 'staffPayments.accepted', { sum }));
}

/** What the refund means for the subscription, shown before it is sent. */
function Consequences({ wanted, left, currency }: { wanted: number | null; left: number; currency: string }) {
  const isWhole = wanted === left;
  return (
    <div
      aria-live="polite"
      className="rounded-sm border-l-4 border-warning bg-warning-tint px-4 py-3 text-sm"
    >
      {isPossible(wanted, left) && (
        <p>
          <strong>{t(isWhole ? 'staffPayments.wholeTitle' : 'staffPayments.partTitle')}</strong>{' '}
          {isWhole
            ? t('staffPayments.wholeText')
            : t('staffPayments.partText', { left: price(amountOf(left - wanted), currency) })}
        </p>
      )}
      <p>{t('staffPayments.always')}</p>
    </div>
  );
}
