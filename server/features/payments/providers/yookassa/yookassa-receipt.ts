import { formatKopecks } from '#server/platform/money.ts';

/** The data of a receipt for the tax office (54-ФЗ); the codes are those of YooKassa's documentation. */
export type ReceiptSettings = {
  vatCode: number;
  taxSystem: number | undefined;
  paymentMode: string;
  paymentSubject: string;
};

type Sale = { amountKopecks: number; currency: string; description: string; customerEmail: string };

const maxDescription = 128;

export const toAmount = (kopecks: number, currency: string) => ({ value: formatKopecks(kopecks), currency });

/** A receipt with one item, whose amount equals the payment or the refund. */
export const createReceipt = (
  { amountKopecks, currency, description, customerEmail }: Sale,
  { vatCode, taxSystem, paymentMode, paymentSubject }: ReceiptSettings,
) => ({
  customer: { email: customerEmail },
  items: [
    {
      description: description.slice(0, maxDescription),
      quantity: 1,
      amount: toAmount(amountKopecks, currency),
      vat_code: vatCode,
      measure: 'piece',
      payment_mode: paymentMode,
      payment_subject: paymentSubject,
    },
  ],
  ...(taxSystem !== undefined && { tax_system_code: taxSystem }),
});
