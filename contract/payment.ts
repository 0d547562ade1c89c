import { z } from 'zod';
import {
  count,
  emptyBody,
  envelope,
  id,
  messageBody,
  money,
  optionalText,
  pageQuery,
  pathId,
  timestamp,
} from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { badRequestBody } from './errors.ts';
import { paymentProviders } from './payment-providers.ts';
import { plan, subscriptionStatus } from './subscribe.ts';

export const paymentMethod = z.enum(paymentProviders);
export type PaymentMethod = z.infer<typeof paymentMethod>;
/** For the API description. */
const providerNames = paymentProviders.map((name) => `\`${name}\``).join(', ');

export const paymentStatus = z.enum([
  'pending',
  'processing',
  'succeeded',
  'failed',
  'cancelled',
  'refunded',
]);
export type PaymentStatus = z.infer<typeof paymentStatus>;

export const refundStatus = z.enum(['pending', 'succeeded', 'failed', 'cancelled']);
export type RefundStatus = z.infer<typeof refundStatus>;

/** Whether the receipt is registered with the tax office, as reported by the provider. */
export const receiptStatus = z.enum(['pending', 'succeeded', 'failed']);
export type ReceiptStatus = z.infer<typeof receiptStatus>;

export const refundReasonMaxLength = 250;

export const payment = z.object({
  id: id(),
  user: id(),
  user_info: z.object({ id: id(), username: z.string(), email: z.string() }),
  subscription: id().nullable(),
  subscription_info: z
    .object({
      id: id(),
      plan_name: z.string(),
      start_date: timestamp(),
      end_date: timestamp(),
      status: subscriptionStatus,
    })
    .nullable(),
  /** The purchased plan, and its name at the time of purchase. */
  plan: id(),
  plan_name: z.string(),
  amount: money(),
  /** The refunded part of the amount. */
  refunded_amount: money(),
  currency: z.string(),
  status: paymentStatus,
  payment_method: paymentMethod,
  description: z.string(),
  is_successful: z.boolean(),
  is_pending: z.boolean(),
  can_be_refunded: z.boolean(),
  created_at: timestamp(),
  updated_at: timestamp(),
  processed_at: timestamp().nullable(),
});
export type Payment = z.infer<typeof payment>;

export const refund = z.object({
  id: id(),
  payment: id(),
  payment_info: z.object({
    id: id(),
    amount: money(),
    currency: z.string(),
    status: paymentStatus,
    user: z.string(),
  }),
  amount: money(),
  reason: z.string(),
  status: refundStatus,
  is_partial: z.boolean(),
  created_by: id().nullable(),
  created_by_info: z.object({ id: id(), username: z.string() }).nullable(),
  created_at: timestamp(),
  processed_at: timestamp().nullable(),
});
export type Refund = z.infer<typeof refund>;

export const checkoutSession = z.object({
  checkout_url: z.string(),
  session_id: z.string(),
  payment_id: id(),
});

export const paymentAnalytics = z.object({
  total_payments: count(),
  successful_payments: count(),
  success_rate: z.number().min(0).max(100),
  total_revenue: z.number(),
  monthly_revenue: z.number(),
  monthly_payments: count(),
  average_payment: z.number(),
  active_subscriptions: count(),
  period: z.object({ from: timestamp(), to: timestamp() }),
});

/** A string or a number; a string keeps kopecks exact. */
const refundAmount = () =>
  z
    .union([z.string(), z.number()], {
      error: (issue) =>
        issue.input === undefined || issue.input === null
          ? 'payments.amountRequired'
          : 'payments.amountInvalid',
    })
    .transform(String)
    .pipe(z.string().regex(/^\s*\d{1,12}([.,]\d{1,2})?\s*$/, 'payments.amountInvalid'));

export const refundBody = z.object({
  amount: refundAmount(),
  reason: optionalText(refundReasonMaxLength),
});

/** Validated by the service, because an unknown plan is reported before any other error. */
const returnUrls = { success_url: z.string().nullish(), cancel_url: z.string().nullish() };
const paymentParams = z.object({ id: pathId() });

export const createCheckoutSession = defineEndpoint('createCheckoutSession', {
  tag: 'payments',
  summary: 'Start the purchase of a plan; a repeated request for the same plan returns the open session',
  description: `An open session for the same plan is returned again and does not count against the limits; a session for another plan is cancelled first. New sessions are limited by account and network (429). From 7 days before the end a purchase extends the running term. \`payment_method\` is one of ${providerNames}; the default is the configured provider. Return URLs must have an allowed origin; \`{CHECKOUT_SESSION_ID}\` in them is replaced by the session id.`,
  auth: 'user',
  body: z.object({
    subscription_plan_id: z.int({
      error: (issue) =>
        issue.input === undefined || issue.input === null ? 'payments.planRequired' : 'payments.planUnknown',
    }),
    payment_method: z.string().nullish(),
    ...returnUrls,
  }),
  aliases: { plan_id: 'subscription_plan_id', plan: 'subscription_plan_id' },
  errorMessages: {
    400: [
      { field: 'subscription_plan_id', key: 'payments.planUnknown' },
      { field: 'success_url', key: 'payments.returnUrlForeign' },
      { field: 'non_field_errors', key: 'payments.alreadySubscribed' },
      { key: 'payments.providerRefused', error: 'Payment provider refused the payment' },
      { key: 'payments.providerSilent', error: 'Payment provider is not answering' },
      { key: 'payments.cancelledMeanwhile', error: 'Payment was cancelled' },
    ],
  },
  responses: { 201: checkoutSession },
});

export const listPayments = defineEndpoint('listPayments', {
  tag: 'payments',
  summary: "The caller's payments, newest first",
  auth: 'user',
  query: z.object(pageQuery),
  responses: { 200: envelope(payment) },
  errors: [404],
});

export const listPaymentHistory = defineEndpoint('listPaymentHistory', {
  tag: 'payments',
  summary: "The caller's payments without page links, newest first: the newest 100, or one page",
  description:
    '`count` is the number of all payments. The default page size is 100, which is also the largest.',
  auth: 'user',
  query: z.object(pageQuery),
  errors: [404],
  responses: { 200: z.object({ count: count(), results: z.array(payment) }) },
});

export const getPayment = defineEndpoint('getPayment', {
  tag: 'payments',
  summary: "One of the caller's payments",
  description: 'Payments of others are 404.',
  auth: 'user',
  params: paymentParams,
  errorMessages: { 404: [{ key: 'payments.notFound' }] },
  responses: { 200: payment },
});

export const getPaymentStatus = defineEndpoint('getPaymentStatus', {
  tag: 'payments',
  summary: 'The status of a payment; for an unfinished payment the provider is queried',
  description: 'Payments of others are 404.',
  auth: 'user',
  isWrite: true,
  params: paymentParams,
  errorMessages: { 404: [{ key: 'payments.notFound' }] },
  responses: {
    200: z.object({
      payment_id: id(),
      status: paymentStatus,
      message: z.string(),
      subscription_activated: z.boolean(),
    }),
  },
});

export const cancelPayment = defineEndpoint('cancelPayment', {
  tag: 'payments',
  summary: 'Cancel an unfinished payment',
  description:
    'Only `pending` and `processing` payments. A subscription that waits for this payment is cancelled, an active one is not.',
  auth: 'user',
  params: paymentParams,
  body: emptyBody,
  errorMessages: {
    400: [{ key: 'payments.notPending', error: 'Can only cancel pending payments' }],
    404: [{ key: 'payments.notFound' }],
  },
  responses: { 200: messageBody('Payment cancelled successfully') },
});

export const retryPayment = defineEndpoint('retryPayment', {
  tag: 'payments',
  summary: 'Try a failed payment again in a new session',
  description:
    'Payments that have not failed return 404. One that differs from the offer on sale in price or term returns 400 with `plan`, the offer on sale, or null if the plan is not sold any more.',
  auth: 'user',
  params: paymentParams,
  body: z.object(returnUrls),
  errorBodies: {
    400: z.union([
      z.object({ error: z.literal('The offer has changed'), detail: z.string(), plan: plan.nullable() }),
      badRequestBody,
    ]),
  },
  errorMessages: {
    400: [
      { key: 'payments.offerChanged', error: 'The offer has changed' },
      { key: 'payments.offerWithdrawn', error: 'The offer has changed' },
      { key: 'payments.providerRefused', error: 'Payment provider refused the payment' },
      { key: 'payments.providerSilent', error: 'Payment provider is not answering' },
      { key: 'payments.cancelledMeanwhile', error: 'Payment was cancelled' },
    ],
    404: [{ key: 'payments.notFailed' }],
  },
  responses: { 200: checkoutSession },
});

export const refundPayment = defineEndpoint('refundPayment', {
  tag: 'payments',
  summary: 'Refund a payment; a full refund ends the subscription and the pin',
  description: '`amount` as a string keeps kopecks exact.',
  auth: 'payments.refund',
  needsConfirmation: true,
  params: paymentParams,
  isIdempotent: true,
  body: refundBody,
  errorMessages: {
    400: [
      { field: 'amount', key: 'payments.amountTooLarge' },
      { key: 'payments.notRefundable', error: 'This payment cannot be refunded' },
    ],
    404: [{ key: 'payments.notFound' }],
  },
  responses: { 201: refund },
});

export const listRefunds = defineEndpoint('listRefunds', {
  tag: 'payments',
  summary: 'Refunds, newest first',
  auth: 'payments.read',
  query: z.object(pageQuery),
  responses: { 200: envelope(refund) },
  errors: [404],
});

export const getRefund = defineEndpoint('getRefund', {
  tag: 'payments',
  summary: 'One refund',
  auth: 'payments.read',
  params: paymentParams,
  errorMessages: { 404: [{ key: 'payments.refundNotFound' }] },
  responses: { 200: refund },
});

export const receiveWebhook = defineEndpoint('receiveWebhook', {
  tag: 'payments',
  summary: 'Receive a verified event of a payment provider',
  description:
    'Verification depends on the provider: a signature over the raw body, or the address of the sender. A verified event is stored and returns 200, even if it concerns no known payment; an unverified one returns 400 and changes nothing.',
  isCritical: true,
  auth: 'ignored',
  params: z.object({
    provider: z
      .string()
      .meta({ description: `One of ${providerNames}; a provider that is off returns 400.` }),
  }),
  body: emptyBody,
  errorMessages: { 400: [{ key: 'payments.webhookUnverified' }] },
  responses: { 200: messageBody('Webhook received') },
});

export const getPaymentAnalytics = defineEndpoint('getPaymentAnalytics', {
  tag: 'payments',
  summary: 'Payments and revenue, in total and for the last 30 days',
  auth: 'payments.read',
  responses: { 200: paymentAnalytics },
});
