import { z } from 'zod';
import { defineProvider } from '../define-provider.ts';

export const definition = defineProvider({
  variables: {
    STRIPE_SECRET_KEY: z.string(),
    STRIPE_WEBHOOK_SECRET: z.string(),
  },
  secretVariables: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  async create({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }, { clock }) {
    // The SDK takes as much memory as the API: load it only if Stripe is configured.
    const { createStripe } = await import('./stripe.ts');
    return createStripe({ secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET, clock });
  },
});
