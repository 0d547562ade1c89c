/** A plan that readers can buy. */
export type Plan = {
  id: number;
  name: string;
  priceKopecks: number;
  currency: string;
  durationDays: number;
  features: Record<string, unknown>;
  isActive: boolean;
  createdAt: Date;
};

/** The plan of a new site: existing clients expect at least one active plan from the start. */
export const defaultPlan = {
  name: 'Premium Monthly',
  priceKopecks: 1_200,
  durationDays: 30,
  features: { pin_posts: true, priority_support: true, analytics: true },
};

/** Only active plans in the currency of the site are on sale. */
export const isOnSale = (plan: Plan | undefined, currency: string): plan is Plan =>
  plan?.isActive === true && plan.currency === currency;
