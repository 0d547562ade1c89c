import type { Db } from '#server/platform/db/database.ts';

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

/** Whoever else wants to know: called once for each event, in the transaction in which it happened. */
export type MoneyListener = (tx: Db, event: MoneyEvent) => Promise<void>;
/** Tells the reader and whoever listens. */
export type Tell = (tx: Db, event: MoneyEvent) => Promise<void>;
