import type { ReactNode } from 'react';
import type { StaffPaymentDetail } from '#contract/staff-payments.ts';
import { dateAndTime } from '#text/format.ts';
import { t } from '#text/index.ts';
import { Badge } from '#web/ui/badge.tsx';
import { eventMark, noticeName, receiptMark, refundMark, sumOf } from './labels.ts';

type Props = { payment: StaffPaymentDetail };

/** All refunds of a payment, completed or not. */
export function Refunds({ payment }: Props) {
  return (
    <Part id="refunds" title={t('staffPayments.refunds')} empty={t('staffPayments.noRefunds')}>
      {payment.refunds.map((refund) => {
        const mark = refundMark(refund.status);
        const receipt = receiptMark(refund.receipt);
        return (
          <li key={refund.id} className="py-3">
            <Line>
              <span className="font-medium tabular-nums">
                {sumOf({ amount: refund.amount, currency: payment.currency })}
              </span>
              <Badge tone={mark.tone}>{mark.label}</Badge>
              {receipt && <Badge tone={receipt.tone}>{receipt.label}</Badge>}
            </Line>
            <p className="mt-1 text-sm text-soft">
              {refund.created_by_info
                ? t('staffPayments.refundBy', {
                    date: dateAndTime(refund.created_at),
                    name: refund.created_by_info.username,
                  })
                : t('staffPayments.refundByItself', { date: dateAndTime(refund.created_at) })}
            </p>
            {refund.is_excess && <p className="text-sm text-soft">{t('staffPayments.refundExcess')}</p>}
            {refund.reason && (
              <p className="text-sm wrap-anywhere">
                {t('staffPayments.refundReason', { reason: refund.reason })}
              </p>
            )}
          </li>
        );
      })}
    </Part>
  );
}

/** The checkout sessions of a payment. */
export function Attempts({ payment }: Props) {
  return (
    <Part id="attempts" title={t('staffPayments.attempts')}>
      {payment.checkouts.map(({ attempt, session_id, created_at, settled_at, receipt }) => {
        const mark = receiptMark(receipt);
        const date = dateAndTime(created_at);
        return (
          <li key={attempt} className="py-3">
            <Line>
              <span className="font-medium">{t('staffPayments.attempt', { number: attempt })}</span>
              <span className="text-sm text-soft">
                {settled_at
                  ? t('staffPayments.attemptOver', { date, end: dateAndTime(settled_at) })
                  : t('staffPayments.attemptOpen', { date })}
              </span>
              {mark && <Badge tone={mark.tone}>{mark.label}</Badge>}
            </Line>
            <p className="mt-1 text-xs wrap-anywhere text-muted">
              {t('staffPayments.session', { id: session_id })}
            </p>
          </li>
        );
      })}
    </Part>
  );
}

/** The events received from the provider, with their outcomes. */
export function Events({ payment }: Props) {
  return (
    <Part id="events" title={t('staffPayments.events')} empty={t('staffPayments.noEvents')}>
      {payment.events.map((event) => {
        const mark = eventMark(event);
        return (
          <li key={`${event.type} ${event.received_at}`} className="py-3">
            <Line>
              <code className="text-sm wrap-anywhere">{event.type}</code>
              <Badge tone={mark.tone}>{mark.label}</Badge>
              <span className="text-sm text-soft">{dateAndTime(event.received_at)}</span>
            </Line>
          </li>
        );
      })}
    </Part>
  );
}

/** The notifications sent to the payer. */
export function Notices({ payment }: Props) {
  return (
    <Part id="notices" title={t('staffPayments.notices')} empty={t('staffPayments.noNotices')}>
      {payment.notices.map(({ kind, created_at, mailed_at }) => (
        <li key={`${kind} ${created_at}`} className="py-3">
          <Line>
            <span className="font-medium">{noticeName(kind)}</span>
            <span className="text-sm text-soft">
              {mailed_at
                ? t('staffPayments.mailed', { date: dateAndTime(mailed_at) })
                : t('staffPayments.notMailed')}
            </span>
          </Line>
        </li>
      ))}
    </Part>
  );
}

const Line = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">{children}</div>
);

function Part({
  id,
  title,
  empty,
  children,
}: {
  id: string;
  title: string;
  empty?: string;
  children: ReactNode[];
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      {children.length > 0 ? (
        <ul className="mt-2 divide-y divide-rule border-y border-rule">{children}</ul>
      ) : (
        <p className="mt-2 text-soft">{empty}</p>
      )}
    </section>
  );
}
