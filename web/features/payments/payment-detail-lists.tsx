import type { ReactNode } from 'react';
import type { StaffPaymentDetail } from '#contract/staff-payments.ts';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as staffPaymentsMessages from '#locales/ru/staff-payments.ts';
import { Badge } from '#web/ui/badge.tsx';
import {
  eventOutcomeBadge,
  formatAmount,
  notificationLabel,
  receiptStatusBadge,
  refundStatusBadge,
} from './labels.ts';

type Props = { payment: StaffPaymentDetail };

/** All refunds of a payment, completed or not. */
export function Refunds({ payment }: Props) {
  return (
    <ListSection id="refunds" title={staffPaymentsMessages.refunds} empty={staffPaymentsMessages.noRefunds}>
      {payment.refunds.map((refund) => {
        const badge = refundStatusBadge(refund.status);
        const receipt = receiptStatusBadge(refund.receipt);
        return (
          <li key={refund.id} className="py-3">
            <ItemHeader>
              <span className="font-medium tabular-nums">
                {formatAmount({ amount: refund.amount, currency: payment.currency })}
              </span>
              <Badge tone={badge.tone}>{badge.label}</Badge>
              {receipt && <Badge tone={receipt.tone}>{receipt.label}</Badge>}
            </ItemHeader>
            <p className="mt-1 text-sm text-soft">
              {refund.created_by_info
                ? interpolate(staffPaymentsMessages.refundBy, {
                    date: dateAndTime(refund.created_at),
                    name: refund.created_by_info.username,
                  })
                : interpolate(staffPaymentsMessages.refundByItself, { date: dateAndTime(refund.created_at) })}
            </p>
            {refund.is_excess && <p className="text-sm text-soft">{staffPaymentsMessages.refundExcess}</p>}
            {refund.reason && (
              <p className="text-sm wrap-anywhere">
                {interpolate(staffPaymentsMessages.refundReason, { reason: refund.reason })}
              </p>
            )}
          </li>
        );
      })}
    </ListSection>
  );
}

/** The checkout sessions of a payment. */
export function Attempts({ payment }: Props) {
  return (
    <ListSection id="attempts" title={staffPaymentsMessages.attempts}>
      {payment.checkouts.map(({ attempt, session_id, created_at, settled_at, receipt }) => {
        const badge = receiptStatusBadge(receipt);
        const date = dateAndTime(created_at);
        return (
          <li key={attempt} className="py-3">
            <ItemHeader>
              <span className="font-medium">
                {interpolate(staffPaymentsMessages.attempt, { number: attempt })}
              </span>
              <span className="text-sm text-soft">
                {settled_at
                  ? interpolate(staffPaymentsMessages.attemptOver, { date, end: dateAndTime(settled_at) })
                  : interpolate(staffPaymentsMessages.attemptOpen, { date })}
              </span>
              {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
            </ItemHeader>
            <p className="mt-1 text-xs wrap-anywhere text-muted">
              {interpolate(staffPaymentsMessages.session, { id: session_id })}
            </p>
          </li>
        );
      })}
    </ListSection>
  );
}

/** The events received from the provider, with their outcomes. */
export function Events({ payment }: Props) {
  return (
    <ListSection id="events" title={staffPaymentsMessages.events} empty={staffPaymentsMessages.noEvents}>
      {payment.events.map((event) => {
        const badge = eventOutcomeBadge(event);
        return (
          <li key={`${event.type} ${event.received_at}`} className="py-3">
            <ItemHeader>
              <code className="text-sm wrap-anywhere">{event.type}</code>
              <Badge tone={badge.tone}>{badge.label}</Badge>
              <span className="text-sm text-soft">{dateAndTime(event.received_at)}</span>
            </ItemHeader>
          </li>
        );
      })}
    </ListSection>
  );
}

/** The notifications sent to the payer. */
export function Notifications({ payment }: Props) {
  return (
    <ListSection
      id="notices"
      title={staffPaymentsMessages.notifications}
      empty={staffPaymentsMessages.noNotifications}
    >
      {payment.notices.map(({ kind, created_at, mailed_at }) => (
        <li key={`${kind} ${created_at}`} className="py-3">
          <ItemHeader>
            <span className="font-medium">{notificationLabel(kind)}</span>
            <span className="text-sm text-soft">
              {mailed_at
                ? interpolate(staffPaymentsMessages.mailed, { date: dateAndTime(mailed_at) })
                : staffPaymentsMessages.notMailed}
            </span>
          </ItemHeader>
        </li>
      ))}
    </ListSection>
  );
}

const ItemHeader = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">{children}</div>
);

function ListSection({
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
