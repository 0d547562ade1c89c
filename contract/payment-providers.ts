/**
 * The registry of payment providers, in the order of the API description. `sandbox` is built into the site; each other
 * name is the folder of its `definition.ts` in server/features/payments/providers. Its label is in
 * locales/ru/payment-providers.ts.
 */
export const paymentProviders = ['sandbox', 'stripe', 'yookassa'] as const;
