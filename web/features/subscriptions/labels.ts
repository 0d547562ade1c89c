import type { PaymentStatus } from '#contract/payment.ts';
import type { Subscription, SubscriptionStatus } from '#contract/subscribe.ts';
import { shorten } from '#locales/cut-text.ts';
import { countOf, fullDate } from '#locales/format.ts';
import { nouns } from '#locales/ru/nouns.ts';
import * as subscriptionPageMessages from '#locales/ru/subscription-page.ts';

type Tone = 'neutral' | 'success' | 'danger' | 'warning';
export type StatusBadge = { label: string; tone: Tone };

const subscriptionBadges: Record<SubscriptionStatus, StatusBadge> = {
  active: { label: subscriptionPageMessages.statusActive, tone: 'success' },
  expired: { label: subscriptionPageMessages.statusExpired, tone: 'danger' },
  cancelled: { label: subscriptionPageMessages.statusCancelled, tone: 'warning' },
  pending: { label: subscriptionPageMessages.statusPending, tone: 'neutral' },
};
const paymentBadges: Record<PaymentStatus, StatusBadge> = {
  pending: { label: subscriptionPageMessages.pending, tone: 'neutral' },
  processing: { label: subscriptionPageMessages.pending, tone: 'neutral' },
  succeeded: { label: subscriptionPageMessages.paid, tone: 'success' },
  failed: { label: subscriptionPageMessages.paymentFailed, tone: 'danger' },
  cancelled: { label: subscriptionPageMessages.paymentCancelled, tone: 'warning' },
  refunded: { label: subscriptionPageMessages.refunded, tone: 'warning' },
};
const unknownBadge: StatusBadge = { label: subscriptionPageMessages.statusUnknown, tone: 'neutral' };

/** A newer server may send statuses that this page does not know. */
export const subscriptionStatusBadge = (status: SubscriptionStatus): StatusBadge =>
  subscriptionBadges[status] ?? unknownBadge;
export const paymentStatusBadge = (status: PaymentStatus): StatusBadge =>
  paymentBadges[status] ?? unknownBadge;

/** «20 ноября 2026», or a text for a missing or invalid date. */
export function dateLabel(iso: string | null | undefined): string {
  if (!iso) return subscriptionPageMessages.noDate;
  return Number.isNaN(Date.parse(iso)) ? subscriptionPageMessages.badDate : fullDate(iso);
}

type Term = Pick<Subscription, 'status' | 'start_date' | 'end_date' | 'updated_at'>;

/** The start and end of a term. An unpaid term has no dates; a cancelled one ended at its cancellation. */
export function formatTermDates({ status, start_date, end_date, updated_at }: Term): {
  start: string;
  end: string;
} {
  if (status === 'pending') return { start: dateLabel(null), end: dateLabel(null) };
  const isCutShort = status === 'cancelled' && Date.parse(updated_at) < Date.parse(end_date);
  return { start: dateLabel(start_date), end: dateLabel(isCutShort ? updated_at : end_date) };
}

export const daysLabel = (days: number): string => countOf(days, nouns.day);

const excerptLength = 100;

/** The first words of a post as plain text. The API sends the beginning of the Markdown source, possibly truncated. */
export function createExcerpt(content: string): string {
  const words = content
    .replace(/!\[[^\]]*(?:\](?:\([^)]*\)?)?)?/g, '')
    .replace(/\[([^\][]*)\]\([^)]*\)?/g, '$1')
    .replace(/^#{1,6}\s.*$/gm, '')
    .replace(/^[>\-+*\s]+/gm, '')
    .replace(/[*_`~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (words === '') return subscriptionPageMessages.noText;
  return shorten(words, excerptLength);
}
