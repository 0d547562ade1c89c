type Amount = { paymentId: number; amount: string; currency: string };

/**
 * An event that notifies a reader by e-mail and on the site. The key identifies what happened, so that a repeated event
 * is ignored.
 */
export type BillingEvent = { key: string; accountId: number } & (
  | { kind: 'paid'; data: Amount & { endsAt: string } }
  | { kind: 'payment_failed'; data: Amount }
  | { kind: 'refunded'; data: Amount & { isWhole: boolean } }
  | { kind: 'ending'; data: { endsAt: string; daysLeft: number } }
  | { kind: 'expired'; data: { endsAt: string } }
);
