import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import type { PaymentProvider } from '../provider.ts';
import { createYookassa, type YookassaOptions } from './yookassa.ts';

type OptionalSettings<Secrets> = { [Name in keyof Secrets]: string | undefined };

/** The settings of the real providers; a provider without its secrets is off. */
export type ProviderSettings = {
  stripe: OptionalSettings<{ secretKey: string; webhookSecret: string }>;
  yookassa: OptionalSettings<{ shopId: string; secretKey: string }> &
    Omit<YookassaOptions, 'shopId' | 'secretKey' | 'apiUrl'>;
};

type Deps = { settings: ProviderSettings; preferred: 'stripe' | 'yookassa'; clock: Clock; log: Log };

/** The configured real providers, the preferred one first. A provider that is off is logged. */
export async function createProviders({ settings, preferred, clock, log }: Deps): Promise<PaymentProvider[]> {
  const { secretKey, webhookSecret } = settings.stripe;
  const { shopId, secretKey: yookassaSecretKey, ...yookassa } = settings.yookassa;
  const providers: PaymentProvider[] = [];
  if (secretKey && webhookSecret) {
    // The SDK takes as much memory as the API: load it only if Stripe is configured.
    const { createStripe } = await import('./stripe.ts');
    providers.push(createStripe({ secretKey, webhookSecret, clock }));
  } else
    logDisabledProvider(log, 'stripe', {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
    });
  if (shopId && yookassaSecretKey)
    providers.push(createYookassa({ shopId, secretKey: yookassaSecretKey, ...yookassa }));
  else
    logDisabledProvider(log, 'yookassa', {
      YOOKASSA_SHOP_ID: shopId,
      YOOKASSA_SECRET_KEY: yookassaSecretKey,
    });
  return providers.sort((provider) => (provider.name === preferred ? -1 : 1));
}

/** Some of the secrets without the others are probably a mistake, hence a warning. */
function logDisabledProvider(
  log: Log,
  provider: string,
  variables: Record<string, string | undefined>,
): void {
  const missing = Object.keys(variables).filter((name) => !variables[name]);
  const writeLog = missing.length === Object.keys(variables).length ? log.info.bind(log) : log.warn.bind(log);
  writeLog({ provider, missing }, 'payment provider is off: its secrets are not set');
}
