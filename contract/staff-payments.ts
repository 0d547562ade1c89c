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

/** A payment as the editorial staff sees it. */
export const staffPayment = payment.extend({
  /** Who has served it: the sandbox stands in for others. */
  provider: paymentMethod,
  /** What may still go back: refunds that are under way are set aside. */
  refundable_amount: money(),
  failure_reason: z.string().nullable(),
  /** When the payer's bank has asked for the money back. */
  disputed_at: timestamp().nullable(),
});
export type StaffPayment = z.infer<typeof staffPayment>;

/** Null where the provider registers no receipts, or has not said. */
const receipt = () => receiptStatus.nullable();

const attempt = z.object({
  attempt: z.int().min(1),
  session_id: z.string(),
  created_at: timestamp(),
  expires_at: timestamp().nullable(),
  /** When the provider has said how the session ended. */
  settled_at: timestamp().nullable(),
  receipt: receipt(),
});
/** What the provider has said; what exactly stays on the server. */
const event = z.object({
  type: z.string(),
  received_at: timestamp(),
  attempts: count(),
  outcome: z.enum(['applied', 'unchanged', 'ignored', 'unknown', 'mismatch']).nullable(),
  processed_at: timestamp().nullable(),
  given_up_at: timestamp().nullable(),
});
/** What the reader was told. */
const notice = z.object({
  kind: z.enum(['paid', 'payment_failed', 'refunded', 'ending', 'expired']),
  created_at: timestamp(),
  mailed_at: timestamp().nullable(),
});

export const staffPaymentDetail = staffPayment.extend({
  checkouts: z.array(attempt),
  /** Those that give back what came twice take nothing from the payment itself. */
  refunds: z.array(refund.extend({ receipt: receipt(), is_excess: z.boolean() })),
  events: z.array(event),
  notices: z.array(notice),
});
export type StaffPaymentDetail = z.infer<typeof staffPaymentDetail>;

const dayFilter = () =>
  z.iso
    .date()
    .refine((day) => day >= '1970-01-01')
    .optional()
    .meta({ description: 'A day in Moscow; both ends are included.' });

export const listStaffPayments = defineEndpoint('listStaffPayments', {
  tag: 'payments',
  summary:
    "Everybody's payments, newest first; `search` in names, addresses, numbers of payments and names of sessions",
  auth: 'staff',
  query: z.object({
    ...pageQuery,
    search: searchTermsQuery(
      "Each must occur: a part of the payer's name or address, the number of the payment, its session, or what its provider calls it or one of its refunds.",
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
  summary: 'One payment with its attempts, refunds, what the provider has said and what the reader was told',
  auth: 'staff',
  params: z.object({ id: pathId() }),
  responses: { 200: staffPaymentDetail },
});

export const moneyReport = z.object({
  period: z.object({ from: timestamp(), to: timestamp() }),
  currency: z.string(),
  revenue: z.number(),
  refunded: z.number(),
  /** Every day of the period, in Moscow, oldest first. */
  days: z.array(
    z.object({ date: z.iso.date(), payments: count(), revenue: z.number(), refunded: z.number() }),
  ),
  /** The last twelve months in Moscow, whatever the period, oldest first; the last one is not over. */
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
   * Of those who were subscribers at the beginning of the period (`at_start`), who no longer are (`lost`). `ended` counts
   * every subscription that ran out or was cancelled in the period, also one that began in it.
   */
  churn: z.object({ at_start: count(), lost: count(), rate: z.number().min(0).max(100), ended: count() }),
});
export type MoneyReport = z.infer<typeof moneyReport>;

export const getMoneyReport = defineEndpoint('getMoneyReport', {
  tag: 'payments',
  summary: 'Revenue by day, by month and by plan, subscribers and how many leave',
  auth: 'staff',
  query: z.object({
    days: z.int().min(1).max(366).optional().meta({ description: 'How many days the report covers.' }),
  }),
  responses: { 200: moneyReport },
});
