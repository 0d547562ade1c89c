import type { Plan } from '#contract/subscribe.ts';
import { plainNumber } from '#text/format.ts';

/** A form holds texts; the API takes a plan. */
export type PlanValues = { name: string; price: string; duration_days: string };

/** What the form shows of a plan. */
export function valuesOf(plan: Plan | undefined): PlanValues {
  return {
    name: plan?.name ?? '',
    price: plan?.price.replace(/\.00$/, '').replace('.', ',') ?? '',
    duration_days: plan ? String(plan.duration_days) : '30',
  };
}

/** What every plan gives, in the words of the API: the other switches stand for nothing that only subscribers have. */
const features = { pin_posts: true, priority_support: false, analytics: false };

/** What is sent; the switches of a plan that is there stay as they are. */
export const bodyOf = (values: PlanValues, plan: Plan | undefined) => ({
  name: values.name,
  price: plainNumber(values.price),
  duration_days: Number(plainNumber(values.duration_days)),
  ...(!plan && { features }),
});
