import { type Env, readChoice, readNumber } from './config-values.ts';
import type { ProviderSettings, SandboxFault, SecondPayment } from './features/payments/index.ts';

export type PaymentSettings = {
  /** The provider for a checkout without a payment method, if several are enabled. */
  preferred: 'yookassa' | 'stripe';
  second: SecondPayment;
  sandboxFaults: SandboxFault[];
  providers: ProviderSettings;
};

export const paymentSecretVariables = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'YOOKASSA_SECRET_KEY'];

const faults: SandboxFault[] = ['delay', 'double', 'reorder', 'drop', 'fail', 'time-out'];
const paymentModes = ['full_payment', 'full_prepayment', 'advance'];
const paymentSubjects = ['service', 'commodity', 'job', 'payment', 'intellectual_activity', 'property_right'];
const vatCodes = 12;
const taxSystems = 6;

/**
 * Reads the payment settings. A provider whose secrets are missing is disabled; the enabled ones are logged at start.
 */
export function readPayments(env: Env, problems: string[]): PaymentSettings {
  return {
    preferred: readChoice(env, 'PAYMENT_PROVIDER', 'yookassa', ['yookassa', 'stripe'], problems),
    second: readChoice(env, 'SECOND_PAYMENT', 'refund', ['refund', 'extend'], problems),
    sandboxFaults: readFaults(env, problems),
    providers: {
      stripe: {
        secretKey: env.STRIPE_SECRET_KEY,
        webhookSecret: env.STRIPE_WEBHOOK_SECRET,
      },
      yookassa: {
        shopId: env.YOOKASSA_SHOP_ID,
        secretKey: env.YOOKASSA_SECRET_KEY,
        method: readChoice(env, 'YOOKASSA_METHOD', 'any', ['any', 'bank_card', 'sbp', 'sberbank'], problems),
        senders: env.YOOKASSA_SENDERS?.split(',').map((sender) => sender.trim()),
        receipts: readReceipts(env, problems),
      },
    },
  };
}

function readReceipts(env: Env, problems: string[]) {
  const isOn = readChoice(env, 'YOOKASSA_RECEIPTS', 'true', ['true', 'false'], problems) === 'true';
  const receipts = {
    vatCode: readNumber(env, 'YOOKASSA_VAT_CODE', 1, { min: 1, max: vatCodes }, problems),
    taxSystem: readNumber(env, 'YOOKASSA_TAX_SYSTEM', 0, { min: 1, max: taxSystems }, problems) || undefined,
    paymentMode: readChoice(env, 'YOOKASSA_PAYMENT_MODE', 'full_payment', paymentModes, problems),
    paymentSubject: readChoice(env, 'YOOKASSA_PAYMENT_SUBJECT', 'service', paymentSubjects, problems),
  };
  return isOn ? receipts : undefined;
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
