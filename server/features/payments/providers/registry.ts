import { paymentProviders } from '#contract/payment-providers.ts';
import type { ProviderDefinition } from './define-provider.ts';

type RealProvider = Exclude<(typeof paymentProviders)[number], 'sandbox'>;

export const realProviders = paymentProviders.filter((name): name is RealProvider => name !== 'sandbox');

/** The definition of each real provider. They are loaded by name, so that contract/payment-providers.ts is the only list. */
export const providerDefinitions = new Map<RealProvider, ProviderDefinition>();
for (const name of realProviders) {
  const module: { definition: ProviderDefinition } = await import(`./${name}/definition.ts`);
  providerDefinitions.set(name, module.definition);
}
