import type { Plan } from '#contract/subscribe.ts';
import { plainNumber } from '#locales/format.ts';

/** Form fields hold strings. */
export type PlanFormValues = { name: string; price: string; duration_days: string };

export function toFormValues(plan: Plan | undefined): PlanFormValues {
  return {
    name: plan?.name ?? '',
    price: plan?.price.replace(/\.00$/, '').replace('.', ',') ?? '',
    duration_days: plan ? String(plan.duration_days) : '30',
  };
}

/** The features of every new plan. Only pinning exists; other clients of the API also read the other two flags. */
const defaultFeatures = { pin_posts: true, priority_support: false, analytics: false };

/** The request body; the features of an existing plan are not sent and stay unchanged. */
export const toRequestBody = (values: PlanFormValues, plan: Plan | undefined) => ({
  name: values.name,
  price: plainNumber(values.price),
  duration_days: Number(plainNumber(values.duration_days)),
  ...(!plan && { defaultFeatures }),
});
