import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#server/platform/clock.ts';
import type { PaymentProvider } from '../provider.ts';
import { defineProvider } from './define-provider.ts';

const definition = defineProvider({
  variables: {
    SHOP_ID: z.string(),
    SHOP_KEY: z.string(),
    SHOP_MODE: z.enum(['one', 'two'], { error: 'must be one or two' }).default('one'),
  },
  secretVariables: ['SHOP_KEY'],
  create: async (settings) => settings as unknown as PaymentProvider,
});
const configure = (env: Record<string, string>) => {
  const problems: string[] = [];
  return { setup: definition.configure(env, problems), problems };
};

describe('defineProvider', () => {
  it('reports the required variables that are missing, without a problem', () => {
    const { setup, problems } = configure({ SHOP_ID: '1' });
    expect(setup).toEqual({
      requiredVariables: ['SHOP_ID', 'SHOP_KEY'],
      missing: ['SHOP_KEY'],
      create: undefined,
    });
    expect(problems).toEqual([]);
  });

  it('reports an invalid variable as a problem, also while the provider is disabled', () => {
    expect(configure({ SHOP_MODE: 'three' }).problems).toEqual(['SHOP_MODE: must be one or two']);
  });

  it('creates the provider with its own variables and their defaults only', async () => {
    const { setup } = configure({ SHOP_ID: '1', SHOP_KEY: 'k', JWT_SECRET: 's' });
    expect(await setup.create?.({ clock: systemClock })).toEqual({
      SHOP_ID: '1',
      SHOP_KEY: 'k',
      SHOP_MODE: 'one',
    });
  });
});
