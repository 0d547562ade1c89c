import { z } from 'zod';
import {
  count,
  envelope,
  id,
  idFilter,
  money,
  pageQuery,
  pathId,
  searchTermsQuery,
  timestamp,
} from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { payment, paymentMethod, paymentStatus, receiptStatus, refund } from './payment.ts';

/** A payment with the fields for staff. */
export const staffPayment = payment.extend({
  /** The provider that served it: the sandbox may serve any payment method. */
  provider: paymentMethod,
  /** The amount that can still be refunded, without pending refunds. */
  refundable_amount: money(),
  failure_reason: z.string().nullable(),
  /** When the payer's bank opened a dispute. */
  disputed_at: timestamp().nullable(),
});
export type StaffPayment = z.infer<typeof staffPayment>;

/** Null if the provider registers no receipts or has not reported one. */
const receipt = () => receiptStatus.nullable();

const attempt = z.object({
  attempt: z.int().min(1),
  session_id: z.string(),
  created_at: timestamp(),
  expires_at: timestamp().nullable(),
  /** When the provider reported the final state of the session. */
  settled_at: timestamp().nullable(),
  receipt: receipt(),
});
/** An event of the provider; its payload stays on the server. */
const providerEvent = z.object({
  type: z.string(),
  received_at: timestamp(),
  attempts: count(),
  outcome: z.enum(['applied', 'unchanged', 'ignored', 'unknown', 'mismatch']).nullable(),
  processed_at: timestamp().nullable(),
  given_up_at: timestamp().nullable(),
});
/** A notification sent to the reader. */
const sentNotification = z.object({
  kind: z.enum(['paid', 'payment_failed', 'refunded', 'ending', 'expired']),
  created_at: timestamp(),
  mailed_at: timestamp().nullable(),
});

export const staffPaymentDetail = staffPayment.extend({
  checkouts: z.array(attempt),
  /** Refunds of duplicate payments (`is_excess`) do not reduce the payment itself. */
  refunds: z.array(refund.extend({ receipt: receipt(), is_excess: z.boolean() })),
  events: z.array(providerEvent),
  notices: z.array(sentNotification),
});
export type StaffPaymentDetail = z.infer<typeof staffPaymentDetail>;

const dayFilter = () =>
  z.iso
    .date()
    .refine((day) => day >= '1970-01-01')
    .optional()
    .meta({ description: 'A day in Moscow time; both ends are included.' });

export const listStaffPayments = defineEndpoint('listStaffPayments', {
  tag: 'payments',
  summary:
    'Payments of all users, newest first; `search` covers usernames, e-mail addresses, payment ids and session ids',
  auth: 'payments.read',
  query: z.object({
    ...pageQuery,
    search: searchTermsQuery(
      "Each must match: a part of the payer's username or e-mail address, the id of the payment, its session id, or the provider's id of the payment or of one of its refunds.",
    ),
    status: paymentStatus.optional().meta({ description: 'Payments in this state.' }),
    payment_method: paymentMethod.optional().meta({ description: 'Payments by this provider.' }),
    plan: idFilter(),
    user: idFilter(),
    from: dayFilter(),
    to: dayFilter(),
  }),
  responses: { 200: envelope(staffPayment) },
  errors: [404],
});

export const getStaffPayment = defineEndpoint('getStaffPayment', {
  tag: 'payments',
  summary: 'One payment with its attempts, refunds, provider events and notifications',
  auth: 'payments.read',
  params: z.object({ id: pathId() }),
  responses: { 200: staffPaymentDetail },
});

export const moneyReport = z.object({
  period: z.object({ from: timestamp(), to: timestamp() }),
  currency: z.string(),
  revenue: z.number(),
  refunded: z.number(),
  /** Every day of the period, in Moscow time, oldest first. */
  days: z.array(
    z.object({ date: z.iso.date(), payments: count(), revenue: z.number(), refunded: z.number() }),
  ),
  /** The last twelve months in Moscow time, independent of the period, oldest first; the last one is not complete. */
  months: z.array(
    z.object({
      month: z.string().regex(/^\d{4}-\d{2}$/),
      payments: count(),
      revenue: z.number(),
      refunded: z.number(),
    }),
  ),
  plans: z.array(
    z.object({
      id: id(),
      name: z.string(),
      payments: count(),
      revenue: z.number(),
      active_subscriptions: count(),
    }),
  ),
  active_subscriptions: count(),
  /**
   * `at_start` counts the subscribers at the beginning of the period, `lost` those of them who are no longer subscribed.
   * `ended` counts every subscription that expired or was cancelled in the period, including one that began in it.
   */
  churn: z.object({ at_start: count(), lost: count(), rate: z.number().min(0).max(100), ended: count() }),
});
export type MoneyReport = z.infer<typeof moneyReport>;

export const getMoneyReport = defineEndpoint('getMoneyReport', {
  tag: 'payments',
  summary: 'Revenue by day, by month and by plan, subscribers and churn',
  auth: 'payments.read',
  query: z.object({
    days: z.int().min(1).max(366).optional().meta({ description: 'The number of days in the report.' }),
  }),
  responses: { 200: moneyReport },
});
