import type { NoticeKind } from '#contract/notices.ts';
import type { MoneyEvent } from '#server/features/payments/index.ts';
import type { RecordedEntry } from '#server/features/subscriptions/index.ts';

export type Notice = {
  id: number;
  kind: NoticeKind;
  /** What the words of the kind are filled with. */
  details: NoticeDetails;
  createdAt: Date;
  readAt: Date | null;
};

/** `until` is ISO 8601, `amount` a sum as the contract writes it. */
export type NoticeDetails = { planName?: string; until?: string; amount?: string; currency?: string };

type TermDetails = { planName: string; until: string };

/** What a reader can be told of, with what it takes to say it. */
export type NoticeEvent =
  | { kind: 'welcome' | 'subscription_cancelled' | 'subscription_expired' | 'payment_failed' }
  | {
      kind: 'subscription_activated' | 'subscription_extended';
      details: TermDetails;
    }
  | { kind: 'subscription_expiring'; details: { until: string } }
  | { kind: 'payment_refunded'; details: { amount: string; currency: string } };

/** What an entry of a subscription's history means for its owner; undefined for what goes without saying. */
export function eventOf({
  action,
  metadata,
}: Pick<RecordedEntry, 'action' | 'metadata'>): NoticeEvent | undefined {
  switch (action) {
    case 'activated':
      return { kind: 'subscription_activated', details: termOf(metadata) };
    case 'renewed':
      return { kind: 'subscription_extended', details: termOf(metadata) };
    case 'cancelled':
      // A checkout that came to nothing ends what never began.
      return 'payment_id' in metadata ? undefined : { kind: 'subscription_cancelled' };
    case 'expired':
      return { kind: 'subscription_expired' };
    case 'payment_failed':
      return { kind: 'payment_failed' };
    default:
      return undefined;
  }
}

/** What news of money means for the reader, where the history of the subscription does not tell it already. */
export function moneyEventOf({ kind, data }: MoneyEvent): NoticeEvent | undefined {
  switch (kind) {
    case 'refunded':
      return { kind: 'payment_refunded', details: { amount: data.amount, currency: data.currency } };
    case 'ending':
      return { kind: 'subscription_expiring', details: { until: data.endsAt } };
    default:
      return undefined;
  }
}

const termOf = ({ plan_name: planName, end_date: until }: RecordedEntry['metadata']): TermDetails => ({
  planName: String(planName),
  until: String(until),
});
