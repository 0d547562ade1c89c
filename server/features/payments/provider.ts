import type { PaymentMethod, ReceiptStatus } from '#contract/payment.ts';
import type { RawRequest } from '#server/platform/raw-request.ts';

/** The request for a session. The key fixes all its fields: a repeated call returns the same session. */
export type SessionRequest = {
  idempotencyKey: string;
  /** These two go into the provider's metadata, which identify the payment in events and queries. */
  paymentId: number;
  attempt: number;
  amountKopecks: number;
  currency: string;
  description: string;
  successUrl: string;
  cancelUrl: string;
  /** For the provider's form and the receipt required by law (54-ФЗ). */
  customerEmail: string;
};

export type OpenedSession = { providerId: string; url: string; expiresAt: Date | null };

/** The current state of one session at its provider. */
export type ProviderState = {
  providerId: string;
  /** From the metadata; null for a foreign object. */
  paymentId: number | null;
  attempt: number | null;
  status: 'open' | 'paid' | 'failed' | 'cancelled';
  amountKopecks: number;
  currency: string;
  /** The refunded amount so far; the whole amount for a lost dispute. */
  refundedKopecks: number;
  failureReason?: string;
  /** A payment attempt failed, but the session accepts another one. */
  isStillPayable?: boolean;
  /** The payer's bank has opened a dispute. */
  isDisputed?: boolean;
  /** The status of the receipt that the provider registers. */
  receipt?: ReceiptStatus;
};

export type ProviderRefundRequest = {
  idempotencyKey: string;
  /** Our id, for the provider's metadata: it identifies the refund after a lost response. */
  refundId: number;
  /** The provider's id of the refund, if known. */
  existingId: string | null;
  /** The call was made before, with an unknown result. */
  isRepeated: boolean;
  /** The session that was paid. */
  providerId: string;
  amountKopecks: number;
  /** The amount paid in the session. */
  paidKopecks: number;
  currency: string;
  reason: string;
  /** For the receipt required by law (54-ФЗ). */
  description: string;
  customerEmail: string;
};
export type ProviderRefund = {
  providerId: string;
  status: 'pending' | 'succeeded' | 'failed';
  receipt?: ReceiptStatus;
};

/** A verified event: only the object id is used, and the state of the object is queried from the provider. */
export type WebhookEvent = {
  /** The same for every repetition of the event. */
  key: string;
  type: string;
  /** The id of the session, or of an object from which `fetch` finds it; null for an irrelevant event. */
  objectId: string | null;
};

/**
 * A payment provider. A call fails in one of two ways: `ProviderRefusedError` means that nothing happened and nothing
 * will (the next attempt takes a new key); with any other error the result is unknown, and the same call may be repeated
 * with the same key.
 */
export type PaymentProvider = {
  name: PaymentMethod;
  createCheckout(order: SessionRequest): Promise<OpenedSession>;
  /** Undefined for an unknown session. */
  fetch(providerId: string): Promise<ProviderState | undefined>;
  /** Cancels an open session if the provider can, and returns its state afterwards: it may have been paid. */
  cancel(providerId: string): Promise<ProviderState | undefined>;
  /** Creates a refund, or returns the state of one that was requested before. */
  refund(order: ProviderRefundRequest): Promise<ProviderRefund>;
  /** The status of the receipt of a refund; only for providers that register receipts. */
  fetchRefundReceipt?(providerId: string): Promise<ReceiptStatus | undefined>;
  /** Throws `UnverifiedWebhookError` unless the request verifiably comes from this provider. */
  parseWebhook(rawRequest: RawRequest): WebhookEvent | Promise<WebhookEvent>;
};

/** The provider rejected the request. `reason` is the provider's code or text, for the log and for staff. */
export class ProviderRefusedError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`payment provider refused: ${reason}`);
    this.name = 'ProviderRefusedError';
    this.reason = reason;
  }
}

/** A webhook without proof that the provider sent it. */
export class UnverifiedWebhookError extends Error {
  override name = 'UnverifiedWebhookError';
}
