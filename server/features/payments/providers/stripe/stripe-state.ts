import type Stripe from 'stripe';
import { parseId } from '#server/platform/id.ts';
import type { ProviderState } from '../../provider.ts';

/** Maps a session with its payment intent and charge to `ProviderState`. */
export function toProviderState(session: Stripe.Checkout.Session): ProviderState {
  const charge = getCharge(session);
  return {
    providerId: session.id,
    paymentId: parseId(session.metadata?.payment_id) ?? null,
    attempt: parseId(session.metadata?.attempt) ?? null,
    amountKopecks: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    refundedKopecks: charge?.amount_refunded ?? 0,
    ...(charge?.disputed === true && { isDisputed: true }),
    ...getStatus(session),
  };
}

type Status = Pick<ProviderState, 'status' | 'failureReason' | 'isStillPayable'>;

function getStatus(session: Stripe.Checkout.Session): Status {
  if (session.payment_status !== 'unpaid') return { status: 'paid' };
  if (session.status === 'expired') return { status: 'cancelled' };
  const intent = getIntent(session);
  if (intent?.status === 'canceled') return { status: 'cancelled' };
  const failureReason = intent?.last_payment_error?.message;
  if (intent?.status !== 'requires_payment_method' || failureReason === undefined) return { status: 'open' };
  // The page of an open session accepts another card.
  return { status: 'failed', failureReason, ...(session.status === 'open' && { isStillPayable: true }) };
}

function getIntent({ payment_intent: intent }: Stripe.Checkout.Session): Stripe.PaymentIntent | undefined {
  return typeof intent === 'object' && intent !== null ? intent : undefined;
}

function getCharge(session: Stripe.Checkout.Session): Stripe.Charge | undefined {
  const charge = getIntent(session)?.latest_charge;
  return typeof charge === 'object' && charge !== null ? charge : undefined;
}
