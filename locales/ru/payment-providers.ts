/** One label for each name in contract/payment-providers.ts. */
export const sandbox = 'Учебная оплата';
export const stripe = 'Stripe';
export const yookassa = 'ЮKassa';
