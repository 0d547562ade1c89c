import { z } from 'zod';
import { defineProvider } from '../define-provider.ts';

const paymentModes = ['full_payment', 'full_prepayment', 'advance'];
const paymentSubjects = ['service', 'commodity', 'job', 'payment', 'intellectual_activity', 'property_right'];
const vatCodes = 12;
const taxSystems = 6;

const wholeNumber = (max: number) =>
  z
    .string()
    .transform(Number)
    .refine((value) => Number.isInteger(value) && value >= 1 && value <= max, {
      error: `must be a whole number from 1 to ${max}`,
    });
const choice = <const Choice extends string>(choices: readonly Choice[]) =>
  z.enum(choices, { error: `must be one of ${choices.join(', ')}` });

export const definition = defineProvider({
  variables: {
    YOOKASSA_SHOP_ID: z.string(),
    YOOKASSA_SECRET_KEY: z.string(),
    YOOKASSA_METHOD: choice(['any', 'bank_card', 'sbp', 'sberbank']).default('any'),
    YOOKASSA_RECEIPTS: choice(['true', 'false']).default('true'),
    YOOKASSA_VAT_CODE: wholeNumber(vatCodes).default(1),
    YOOKASSA_TAX_SYSTEM: wholeNumber(taxSystems).optional(),
    YOOKASSA_PAYMENT_MODE: choice(paymentModes).default('full_payment'),
    YOOKASSA_PAYMENT_SUBJECT: choice(paymentSubjects).default('service'),
    YOOKASSA_SENDERS: z
      .string()
      .transform((senders) => senders.split(',').map((sender) => sender.trim()))
      .optional(),
  },
  secretVariables: ['YOOKASSA_SECRET_KEY'],
  async create(settings) {
    const { createYookassa } = await import('./yookassa.ts');
    const receipts = {
      vatCode: settings.YOOKASSA_VAT_CODE,
      taxSystem: settings.YOOKASSA_TAX_SYSTEM,
      paymentMode: settings.YOOKASSA_PAYMENT_MODE,
      paymentSubject: settings.YOOKASSA_PAYMENT_SUBJECT,
    };
    return createYookassa({
      shopId: settings.YOOKASSA_SHOP_ID,
      secretKey: settings.YOOKASSA_SECRET_KEY,
      method: settings.YOOKASSA_METHOD,
      senders: settings.YOOKASSA_SENDERS,
      receipts: settings.YOOKASSA_RECEIPTS === 'true' ? receipts : undefined,
    });
  },
});
