import type { DecisionAction } from '#contract/moderation.ts';
import type { NotificationKind } from '#contract/notifications.ts';
import type { ReportOutcome } from '#contract/reports.ts';
import type { BillingEvent } from '#server/features/payments/index.ts';
import type { RecordedEntry } from '#server/features/subscriptions/index.ts';

export type UserNotification = {
  id: number;
  kind: NotificationKind;
  /** The values in the text of the kind. */
  details: NotificationDetails;
  createdAt: Date;
  readAt: Date | null;
};

/** `until` is ISO 8601, `amount` a decimal string as in the HTTP API. */
export type NotificationDetails = {
  planName?: string;
  until?: string;
  amount?: string;
  currency?: string;
  /** A decision of moderators: its id, what was decided and about what. */
  decision?: number;
  action?: DecisionAction;
  name?: string;
  reason?: string;
  outcome?: ReportOutcome;
  /** A post, with its title at the time of the event. */
  postId?: number;
  title?: string;
  /** The name of the editor. */
  editor?: string;
  /** What arrives faster than usual, how many in the last hour, and how many usually. */
  flow?: Flow;
  count?: number;
  usual?: number;
};

/** What a signal to staff watches. */
export type Flow = 'registrations' | 'comments';

type TermDetails = { planName: string; until: string };

/** The events that create a notification, with the values of their texts. */
export type NotificationEvent =
  | {
      kind:
        | 'welcome'
        | 'subscription_cancelled'
        | 'subscription_expired'
        | 'payment_failed'
        | 'data_copy_ready';
    }
  | {
      kind: 'subscription_activated' | 'subscription_extended';
      details: TermDetails;
    }
  | { kind: 'subscription_expiring'; details: { until: string } }
  | { kind: 'payment_refunded'; details: { amount: string; currency: string } }
  | {
      kind: 'moderation_decision' | 'moderation_end' | 'objection_upheld' | 'objection_overturned';
      details: { decision: number; action: DecisionAction; name: string; reason: string };
    }
  | {
      kind: 'report_outcome' | 'report_case_closed';
      details: { outcome: ReportOutcome; name: string };
    }
  | { kind: 'text_published'; details: { name: string } }
  | { kind: 'flood'; details: { flow: Flow; count: number; usual: number } }
  | { kind: 'post_edited' | 'comment_edited'; details: { postId: number; title: string; editor: string } };

/** The event of an entry in the subscription history; undefined if the owner needs no notification. */
export function eventOf({
  action,
  metadata,
}: Pick<RecordedEntry, 'action' | 'metadata'>): NotificationEvent | undefined {
  switch (action) {
    case 'activated':
      return { kind: 'subscription_activated', details: getTerm(metadata) };
    case 'renewed':
      return { kind: 'subscription_extended', details: getTerm(metadata) };
    case 'cancelled':
      // An abandoned checkout cancels a subscription that was never active.
      return 'payment_id' in metadata ? undefined : { kind: 'subscription_cancelled' };
    case 'expired':
      return { kind: 'subscription_expired' };
    case 'payment_failed':
      return { kind: 'payment_failed' };
    default:
      return undefined;
  }
}

/** The event of a billing event; undefined if the subscription history already covers it. */
export function billingEventOf({ kind, data }: BillingEvent): NotificationEvent | undefined {
  switch (kind) {
    case 'refunded':
      return { kind: 'payment_refunded', details: { amount: data.amount, currency: data.currency } };
    case 'ending':
      return { kind: 'subscription_expiring', details: { until: data.endsAt } };
    default:
      return undefined;
  }
}

const getTerm = ({ plan_name: planName, end_date: until }: RecordedEntry['metadata']): TermDetails => ({
  planName: String(planName),
  until: String(until),
});
