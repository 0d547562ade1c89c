import type { Plan } from '#contract/subscribe.ts';
import { t } from '#text/index.ts';

/** What a plan may switch on. */
export const featureSwitches = [
  { name: 'pin_posts', label: t('subscriptionPage.featurePins') },
  { name: 'priority_support', label: t('subscriptionPage.featureSupport') },
  { name: 'analytics', label: t('subscriptionPage.featureAnalytics') },
] as const;
type FeatureName = (typeof featureSwitches)[number]['name'];

/** A form holds texts and switches; the API takes a plan. */
export type PlanValues = {
  name: string;
  price: string;
  duration_days: string;
  features: Record<FeatureName, boolean>;
};

/** What the form shows of a plan; a new one gives everything that a plan may give. */
export function valuesOf(plan: Plan | undefined): PlanValues {
  const isOn = (name: FeatureName) => (plan ? plan.features[name] === true : true);
  return {
    name: plan?.name ?? '',
    price: plan?.price.replace(/\.00$/, '') ?? '',
    duration_days: plan ? String(plan.duration_days) : '30',
    features: {
      pin_posts: isOn('pin_posts'),
      priority_support: isOn('priority_support'),
      analytics: isOn('analytics'),
    },
  };
}

/** What is sent: switches that this form does not know stay as they are. */
export function bodyOf(values: PlanValues, plan: Plan | undefined) {
  const known = Object.entries(plan?.features ?? {}).filter(
    (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
  );
  return {
    name: values.name,
    price: values.price,
    duration_days: Number(values.duration_days),
    features: { ...Object.fromEntries(known), ...values.features },
  };
}
