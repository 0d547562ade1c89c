import type { PaymentStatus } from '#contract/payment.ts';
import type { Plan, SubscriptionStatus } from '#contract/subscribe.ts';
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

/** Servers may learn states that this page has never heard of. */
export const subscriptionMark = (status: SubscriptionStatus): Mark => subscriptionMarks[status] ?? unknown;
export const paymentMark = (status: PaymentStatus): Mark => paymentMarks[status] ?? unknown;

/** «20 ноября 2026», or words for what is no date. */
export function dateLabel(iso: string | null | undefined): string {
  if (!iso) return t('subscriptionPage.noDate');
  return Number.isNaN(Date.parse(iso)) ? t('subscriptionPage.badDate') : fullDate(iso);
}

export const daysLabel = (days: number): string => countOf(days, nouns.day);

const switches = [
  ['pin_posts', t('subscriptionPage.featurePins')],
  ['priority_support', t('subscriptionPage.featureSupport')],
  ['analytics', t('subscriptionPage.featureAnalytics')],
] as const;

/** What a plan gives: by its switches, and what everybody has. */
export function featuresOf({ features }: Pick<Plan, 'features'>): string[] {
  const own = switches.filter(([name]) => features[name] === true).map(([, label]) => label);
  return [...own, t('subscriptionPage.featurePosts'), t('subscriptionPage.featureComments')];
}
