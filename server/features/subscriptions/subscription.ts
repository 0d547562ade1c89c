import type { SubscriptionStatus } from '#contract/subscribe.ts';

export type Subscription = {
  id: number;
  accountId: number;
  planId: number;
  /** As it was last written; `statusAt` knows what has become of it since. */
  status: SubscriptionStatus;
  startsAt: Date;
  endsAt: Date;
  createdAt: Date;
  updatedAt: Date;
};

export type Term = { startsAt: Date; endsAt: Date };

const dayMs = 24 * 3_600_000;
/** In the last days of a term the next one can be bought (contract 8). */
const renewalDays = 7;

/** A term that is over has expired, whether or not anybody has written it down. */
export const statusAt = (
  { status, endsAt }: Pick<Subscription, 'status' | 'endsAt'>,
  now: Date,
): SubscriptionStatus => (status === 'active' && endsAt <= now ? 'expired' : status);

export const isActiveAt = (subscription: Subscription | undefined, now: Date): boolean =>
  subscription !== undefined && statusAt(subscription, now) === 'active';

/** Begun days count as whole ones; none are left of what is not active. */
export const daysRemaining = (subscription: Subscription, now: Date): number =>
  isActiveAt(subscription, now) ? Math.ceil((subscription.endsAt.getTime() - now.getTime()) / dayMs) : 0;

export const mayBuy = (subscription: Subscription | undefined, now: Date): boolean =>
  subscription === undefined ||
  !isActiveAt(subscription, now) ||
  subscription.endsAt.getTime() - now.getTime() <= renewalDays * dayMs;

/** The term that a payment adds: after the running one, else from now on. */
export function termOf(subscription: Subscription | undefined, durationDays: number, now: Date): Term {
  const isRunning = subscription !== undefined && isActiveAt(subscription, now);
  const startsAt = isRunning ? subscription.endsAt : now;
  return { startsAt, endsAt: new Date(startsAt.getTime() + durationDays * dayMs) };
}

/**
 * Whether giving the money of a grant back ends the subscription: only while it runs, and only the run that the grant
 * belongs to. What was bought anew after it is somebody's other money.
 */
export const endsWithRefundOf = (grant: Term, subscription: Subscription, now: Date): boolean =>
  isActiveAt(subscription, now) && grant.startsAt >= subscription.startsAt;

/** Readers are reminded so many days before the end. */
const reminderDays = [1, 3] as const;
export const longestReminderMs = 3 * dayMs;

/** Which reminder is due, as a number of days; undefined where none is, as for terms that are hardly longer. */
export function daysToRemindAt({ startsAt, endsAt }: Term, now: Date): number | undefined {
  const leftMs = endsAt.getTime() - now.getTime();
  const days = reminderDays.find((reminder) => leftMs <= reminder * dayMs);
  return days !== undefined && endsAt.getTime() - startsAt.getTime() > 2 * days * dayMs ? days : undefined;
}
