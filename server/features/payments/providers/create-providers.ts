import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import type { PaymentProvider } from '../provider.ts';
import type { ProviderSetup } from './define-provider.ts';

type Deps = { setups: ReadonlyMap<string, ProviderSetup>; preferred: string; clock: Clock; log: Log };

/** The configured real providers, the preferred one first. A provider that is off is logged. */
export async function createProviders({ setups, preferred, clock, log }: Deps): Promise<PaymentProvider[]> {
  const providers: PaymentProvider[] = [];
  for (const [name, setup] of setups)
    if (setup.create) providers.push(await setup.create({ clock }));
    else logDisabledProvider(log, name, setup);
  return providers.sort((a, b) => Number(b.name === preferred) - Number(a.name === preferred));
}

/** Some of the required variables without the others are probably a mistake, hence a warning. */
function logDisabledProvider(
  log: Log,
  provider: string,
  { requiredVariables, missing }: ProviderSetup,
): void {
  const writeLog = missing.length === requiredVariables.length ? log.info.bind(log) : log.warn.bind(log);
  writeLog({ provider, missing }, 'payment provider is off: its secrets are not set');
}
