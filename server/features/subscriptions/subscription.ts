import type { SubscriptionStatus } from '#contract/subscribe.ts';

export type Subscription = {
  id: number;
  accountId: number;
  planId: number;
  /** As last written; `statusAt` computes the current status. */
  status: SubscriptionStatus;
  startsAt: Date;
  endsAt: Date;
  createdAt: Date;
  updatedAt: Date;
};

export type Term = { startsAt: Date; endsAt: Date };

const dayMs = 24 * 3_600_000;
/** The next term can be bought in the last days of the current one. */
const renewalDays = 7;

/** An ended term counts as expired, even before the job writes the status. */
export const statusAt = (
  { status, endsAt }: Pick<Subscription, 'status' | 'endsAt'>,
  now: Date,
): SubscriptionStatus => (status === 'active' && endsAt <= now ? 'expired' : status);

export const isActiveAt = (subscription: Subscription | undefined, now: Date): boolean =>
  subscription !== undefined && statusAt(subscription, now) === 'active';

/** Rounded up, so that a fresh term of 30 days shows 30; 0 unless active. */
export const daysRemaining = (subscription: Subscription, now: Date): number =>
  isActiveAt(subscription, now) ? Math.ceil((subscription.endsAt.getTime() - now.getTime()) / dayMs) : 0;

export const canBuy = (subscription: Subscription | undefined, now: Date): boolean =>
  subscription === undefined ||
  !isActiveAt(subscription, now) ||
  subscription.endsAt.getTime() - now.getTime() <= renewalDays * dayMs;

/** The term that a payment adds: after the running one, else from now. */
export function nextTerm(subscription: Subscription | undefined, durationDays: number, now: Date): Term {
  const isRunning = subscription !== undefined && isActiveAt(subscription, now);
  const startsAt = isRunning ? subscription.endsAt : now;
  return { startsAt, endsAt: new Date(startsAt.getTime() + durationDays * dayMs) };
}

/**
 * Whether a refund of a grant ends the subscription: only while it is active, and only the continuous run that the grant
 * belongs to. A run started later belongs to other payments.
 */
export const isEndedByRefund = (grant: Term, subscription: Subscription, now: Date): boolean =>
  isActiveAt(subscription, now) && grant.startsAt >= subscription.startsAt;

/** Days before the end at which readers are reminded. */
const reminderDays = [1, 3] as const;
export const maxReminderMs = 3 * dayMs;

/** The due reminder in days; undefined if none is due, or if the term is at most twice as long. */
export function dueReminderDays({ startsAt, endsAt }: Term, now: Date): number | undefined {
  const leftMs = endsAt.getTime() - now.getTime();
  const days = reminderDays.find((reminder) => leftMs <= reminder * dayMs);
  return days !== undefined && endsAt.getTime() - startsAt.getTime() > 2 * days * dayMs ? days : undefined;
}
