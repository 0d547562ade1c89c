import { paymentMethod } from '#contract/payment.ts';
import type { Plan, Plans } from '#server/features/plans/index.ts';
import type { OriginRules } from '#server/platform/allowed-origin.ts';
import { invalidFields } from '#server/platform/errors.ts';
import type { Providers } from './apply-service.ts';
import { type ResolvedMethod, resolvePaymentMethod } from './payment.ts';
import { defaultReturnUrls, parseReturnUrl } from './return-url.ts';

export type ReturnUrls = { successUrl?: string | null; cancelUrl?: string | null };
export type CheckoutRequest = ReturnUrls & { planId: number; method?: string | null };

export type Urls = { successUrl: string; cancelUrl: string };
export type Offer = Urls & ResolvedMethod & { plan: Plan };

export const planUnknown = () => invalidFields({ subscription_plan_id: 'payments.planUnknown' });

type Deps = { plans: Pick<Plans, 'findOnSale'>; providers: Providers; origins: OriginRules };

/** Validates what a buyer asks for. */
export function createOfferResolver({ plans, providers, origins }: Deps) {
  /** Validates the request; the errors come in the order that clients expect: plan, method, return URLs. */
  async function resolveOffer(request: CheckoutRequest): Promise<Offer> {
    const plan = await plans.findOnSale(request.planId);
    if (!plan) throw planUnknown();
    const offered = resolvePaymentMethod(request.method, [...providers.keys()], paymentMethod.options);
    if (!offered) throw invalidFields({ payment_method: 'payments.methodUnknown' });
    return { plan, ...offered, ...resolveReturnUrls(request) };
  }

  function resolveReturnUrls({ successUrl, cancelUrl }: ReturnUrls): Urls {
    const defaults = defaultReturnUrls(origins.publicUrl);
    const read = (field: string, value: string | null | undefined, fallback: string): string => {
      if (value === undefined || value === null || value === '') return fallback;
      const result = parseReturnUrl(value, origins);
      if (!result.ok) throw invalidFields({ [field]: result.problem });
      return result.url;
    };
    return {
      successUrl: read('success_url', successUrl, defaults.successUrl),
      cancelUrl: read('cancel_url', cancelUrl, defaults.cancelUrl),
    };
  }

  return { resolveOffer, resolveReturnUrls };
}
