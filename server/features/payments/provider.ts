import type { PaymentMethod, ReceiptStatus } from '#contract/payment.ts';
import type { Wire } from '#server/platform/wire.ts';

/** What a provider is asked to collect. Everything in it is fixed with its key: repeating the call changes nothing. */
export type CheckoutOrder = {
  idempotencyKey: string;
  /** These two go into the provider's metadata, so that what it says can find its payment by itself. */
  paymentId: number;
  attempt: number;
  amountKopecks: number;
  currency: string;
  description: string;
  successUrl: string;
  cancelUrl: string;
  /** For the provider's form and the receipt that the law asks for (trust P13). */
  customerEmail: string;
};

export type OpenedCheckout = { providerId: string; url: string; expiresAt: Date | null };

/** The truth about one session, as its provider has it now. */
export type ProviderPayment = {
  providerId: string;
  /** From the metadata; null where the object is not one of ours. */
  paymentId: number | null;
  attempt: number | null;
  status: 'open' | 'paid' | 'failed' | 'cancelled';
  amountKopecks: number;
  currency: string;
  /** Everything that went back so far; the whole amount for a lost dispute. */
  refundedKopecks: number;
  failureReason?: string;
  /** An attempt has failed, but the session still waits for another one. */
  isStillPayable?: boolean;
  /** The payer's bank has asked for the money back, and nothing is decided yet. */
  isDisputed?: boolean;
  /** How it stands with the receipt that the provider registers. */
  receipt?: ReceiptStatus;
};

export type RefundOrder = {
  idempotencyKey: string;
  /** Ours, for the provider's metadata: it finds the refund again where the answer was lost. */
  refundId: number;
  /** What the provider calls it, where it has said so before. */
  knownId: string | null;
  /** The call was made before and its answer is not known. */
  isRepeated: boolean;
  /** The session that was paid. */
  providerId: string;
  amountKopecks: number;
  /** All that was paid in the session. */
  paidKopecks: number;
  currency: string;
  reason: string;
  /** For the receipt that the law asks for (trust P13). */
  description: string;
  customerEmail: string;
};
export type ProviderRefund = {
  providerId: string;
  status: 'pending' | 'succeeded' | 'failed';
  receipt?: ReceiptStatus;
};

/** A proven message: who it is about. Nothing else of it is believed; the truth is asked for anew. */
export type WebhookEvent = {
  /** The same for every repetition of the message. */
  key: string;
  type: string;
  /** The session it speaks of, or an object from which `fetch` finds it; null for what does not concern us. */
  objectId: string | null;
};

/**
 * A payment provider. Every call may fail in two ways that must not be confused: `ProviderRefusedError` says that
 * nothing has happened and nothing will (the next attempt takes a new key); anything else that is thrown says nothing
 * at all, and the same call may be repeated with the same key.
 */
export type PaymentProvider = {
  name: PaymentMethod;
  createCheckout(order: CheckoutOrder): Promise<OpenedCheckout>;
  /** Undefined for a session that the provider does not know. */
  fetch(providerId: string): Promise<ProviderPayment | undefined>;
  /** Ends an open session where the provider can, and returns what is true afterwards: it may have been paid. */
  cancel(providerId: string): Promise<ProviderPayment | undefined>;
  /** Gives money back, or says how it stands with a refund that was asked for before. */
  refund(order: RefundOrder): Promise<ProviderRefund>;
  /** How it stands with the receipt of a refund; only where the provider registers receipts. */
  fetchRefundReceipt?(providerId: string): Promise<ReceiptStatus | undefined>;
  /** Throws `UnverifiedWebhookError` for what this provider has not proven to have sent. */
  parseWebhook(wire: Wire): WebhookEvent | Promise<WebhookEvent>;
};

/** The provider has understood and said no. `reason` is its own word for it, for the log and the staff. */
export class ProviderRefusedError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`the payment provider refused: ${reason}`);
    this.name = 'ProviderRefusedError';
    this.reason = reason;
  }
}

/** A message without the proof that its provider has sent it. */
export class UnverifiedWebhookError extends Error {
  override name = 'UnverifiedWebhookError';
}
