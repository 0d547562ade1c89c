import type Stripe from 'stripe';
import type { ProviderPayment } from '../provider.ts';

/** Maps a session with its payment intent and charge to `ProviderState`. */
export function toTruth(session: Stripe.Checkout.Session): ProviderPayment {
  const charge = chargeOf(session);
  return {
    providerId: session.id,
    paymentId: toId(session.metadata?.payment_id),
    attempt: toId(session.metadata?.attempt),
    amountKopecks: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    refundedKopecks: charge?.amount_refunded ?? 0,
    ...(charge?.disputed === true && { isDisputed: true }),
    ...statusOf(session),
  };
}

type Status = Pick<ProviderPayment, 'status' | 'failureReason' | 'isStillPayable'>;

function statusOf(session: Stripe.Checkout.Session): Status {
  if (session.payment_status !== 'unpaid') return { status: 'paid' };
  if (session.status === 'expired') return { status: 'cancelled' };
  const intent = intentOf(session);
  if (intent?.status === 'canceled') return { status: 'cancelled' };
  const failureReason = intent?.last_payment_error?.message;
  if (intent?.status !== 'requires_payment_method' || failureReason === undefined) return { status: 'open' };
  // The page of an open session accepts another card.
  return { status: 'failed', failureReason, ...(session.status === 'open' && { isStillPayable: true }) };
}

function intentOf({ payment_intent: intent }: Stripe.Checkout.Session): Stripe.PaymentIntent | undefined {
  return typeof intent === 'object' && intent !== null ? intent : undefined;
}

function chargeOf(session: Stripe.Checkout.Session): Stripe.Charge | undefined {
  const charge = intentOf(session)?.latest_charge;
  return typeof charge === 'object' && charge !== null ? charge : undefined;
}

const toId = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
