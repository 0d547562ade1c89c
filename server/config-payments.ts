import { type Env, readChoice } from './config-values.ts';
import {
  type ProviderSetup,
  providerDefinitions,
  realProviders,
  type SandboxFault,
  type SecondPayment,
} from './features/payments/index.ts';

export type PaymentSettings = {
  /** The provider for a checkout without a payment method, if several are enabled. */
  preferred: (typeof realProviders)[number];
  second: SecondPayment;
  sandboxFaults: SandboxFault[];
  /** The real providers by name, disabled ones included. */
  providers: ReadonlyMap<string, ProviderSetup>;
};

export const paymentSecretVariables = [...providerDefinitions.values()].flatMap(
  ({ secretVariables }) => secretVariables,
);

const faults: SandboxFault[] = ['delay', 'double', 'reorder', 'drop', 'fail', 'time-out'];

/**
 * Reads the payment settings. A provider whose secrets are missing is disabled; the enabled ones are logged at start.
 */
export function readPayments(env: Env, problems: string[]): PaymentSettings {
  return {
    preferred: readChoice(env, 'PAYMENT_PROVIDER', 'yookassa', realProviders, problems),
    second: readChoice(env, 'SECOND_PAYMENT', 'refund', ['refund', 'extend'], problems),
    sandboxFaults: readFaults(env, problems),
    providers: new Map(
      [...providerDefinitions].map(([name, { configure }]) => [name, configure(env, problems)]),
    ),
  };
}

function readFaults(env: Env, problems: string[]): SandboxFault[] {
  const names = (env.SANDBOX_FAULTS ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const known = faults.filter((fault) => names.includes(fault));
  if (known.length !== names.length)
    problems.push(`SANDBOX_FAULTS: must be some of ${faults.join(', ')}, separated by commas`);
  return known;
}
