import type { PaymentStatus } from '#contract/payment.ts';
import type { Subscription, SubscriptionStatus } from '#contract/subscribe.ts';
import { countOf, fullDate } from '#text/format.ts';
import { t } from '#text/index.ts';
import { nouns } from '#text/ru/nouns.ts';

type Tone = 'neutral' | 'success' | 'danger' | 'warning';
export type Mark = { label: string; tone: Tone };

const subscriptionMarks: Record<SubscriptionStatus, Mark> = {
  active: { label: t('subscriptionPage.statusActive'), tone: 'success' },
  expired: { label: t('subscriptionPage.statusExpired'), tone: 'danger' },
  cancelled: { label: t('subscriptionPage.statusCancelled'), tone: 'warning' },
  pending: { label: t('subscriptionPage.statusPending'), tone: 'neutral' },
};
const paymentMarks: Record<PaymentStatus, Mark> = {
  pending: { label: t('subscriptionPage.pending'), tone: 'neutral' },
  processing: { label: t('subscriptionPage.pending'), tone: 'neutral' },
  succeeded: { label: t('subscriptionPage.paid'), tone: 'success' },
  failed: { label: t('subscriptionPage.paymentFailed'), tone: 'danger' },
  cancelled: { label: t('subscriptionPage.paymentCancelled'), tone: 'warning' },
  refunded: { label: t('subscriptionPage.refunded'), tone: 'warning' },
};
const unknown: Mark = { label: t('subscriptionPage.statusUnknown'), tone: 'neutral' };

/** A newer server may send statuses that this page does not know. */
export const subscriptionMark = (status: SubscriptionStatus): Mark => subscriptionMarks[status] ?? unknown;
export const paymentMark = (status: PaymentStatus): Mark => paymentMarks[status] ?? unknown;

/** «20 ноября 2026», or a text for a missing or invalid date. */
export function dateLabel(iso: string | null | undefined): string {
  if (!iso) return t('subscriptionPage.noDate');
  return Number.isNaN(Date.parse(iso)) ? t('subscriptionPage.badDate') : fullDate(iso);
}

type Term = Pick<Subscription, 'status' | 'start_date' | 'end_date' | 'updated_at'>;

/** The start and end of a term. An unpaid term has no dates; a cancelled one ended at its cancellation. */
export function datesOf({ status, start_date, end_date, updated_at }: Term): { start: string; end: string } {
  if (status === 'pending') return { start: dateLabel(null), end: dateLabel(null) };
  const isCutShort = status === 'cancelled' && Date.parse(updated_at) < Date.parse(end_date);
  return { start: dateLabel(start_date), end: dateLabel(isCutShort ? updated_at : end_date) };
}

export const daysLabel = (days: number): string => countOf(days, nouns.day);

const beginningLength = 100;

/** The first words of a post as plain text. The API sends the beginning of the Markdown source, possibly truncated. */
export function beginningOf(content: string): string {
  const words = content
    .replace(/!\[[^\]]*(?:\](?:\([^)]*\)?)?)?/g, '')
    .replace(/\[([^\][]*)\]\([^)]*\)?/g, '$1')
    .replace(/^#{1,6}\s.*$/gm, '')
    .replace(/^[>\-+*\s]+/gm, '')
    .replace(/[*_`~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (words === '') return t('subscriptionPage.noText');
  return words.length > beginningLength ? `${words.slice(0, beginningLength).trimEnd()}…` : words;
}
