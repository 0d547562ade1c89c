type Sum = { paymentId: number; amount: string; currency: string };

/**
 * What a reader is told about their money, by mail and by the bell. The key says what has happened: told again, it is
 * not told at all.
 */
export type MoneyEvent = { key: string; accountId: number } & (
  | { kind: 'paid'; data: Sum & { endsAt: string } }
  | { kind: 'payment_failed'; data: Sum }
  | { kind: 'refunded'; data: Sum & { isWhole: boolean } }
  | { kind: 'ending'; data: { endsAt: string; daysLeft: number } }
  | { kind: 'expired'; data: { endsAt: string } }
);
