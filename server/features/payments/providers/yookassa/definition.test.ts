import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '#server/platform/clock.ts';
import { definition } from './definition.ts';

const secrets = { YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET_KEY: 'test_1' };
const configure = (env: Record<string, string>) => {
  const problems: string[] = [];
  const setup = definition.configure(env, problems);
  return { problems, create: () => setup.create?.({ clock: systemClock }) };
};

afterEach(() => vi.unstubAllGlobals());

/** The body of the request for a checkout. */
async function requestedPayment(env: Record<string, string>): Promise<Record<string, unknown>> {
  const fetch = vi.fn(async () =>
    Response.json({
      id: 'p1',
      status: 'pending',
      amount: { value: '299.00', currency: 'RUB' },
      confirmation: { confirmation_url: 'https://yoomoney.ru/checkout/p1' },
    }),
  );
  vi.stubGlobal('fetch', fetch);
  const provider = await configure({ ...secrets, ...env }).create();
  await provider?.createCheckout({
    idempotencyKey: 'key-1',
    paymentId: 42,
    attempt: 1,
    amountKopecks: 29_900,
    currency: 'RUB',
    description: 'Подписка',
    successUrl: 'https://news.example/subscription/success',
    cancelUrl: 'https://news.example/subscription/cancel',
    customerEmail: 'anna@example.com',
  });
  const [, init] = fetch.mock.calls[0] as unknown as [string, RequestInit];
  return JSON.parse(String(init.body));
}

describe('the settings of YooKassa', () => {
  it('send a receipt without VAT by default, and let the reader choose the method', async () => {
    const body = await requestedPayment({});
    expect(body).toMatchObject({
      receipt: { items: [{ vat_code: 1, payment_mode: 'full_payment', payment_subject: 'service' }] },
    });
    expect(body).not.toHaveProperty('payment_method_data');
    expect(body).not.toHaveProperty('receipt.tax_system_code');
  });

  it('set the method, the VAT code and the tax system', async () => {
    expect(
      await requestedPayment({ YOOKASSA_METHOD: 'sbp', YOOKASSA_VAT_CODE: '11', YOOKASSA_TAX_SYSTEM: '2' }),
    ).toMatchObject({
      payment_method_data: { type: 'sbp' },
      receipt: { items: [{ vat_code: 11 }], tax_system_code: 2 },
    });
  });

  it('turn receipts off', async () => {
    expect(await requestedPayment({ YOOKASSA_RECEIPTS: 'false' })).not.toHaveProperty('receipt');
  });

  it('replace the list of senders', async () => {
    const provider = await configure({ ...secrets, YOOKASSA_SENDERS: '10.0.0.1, 10.1.0.0/16' }).create();
    const text = JSON.stringify({ event: 'payment.succeeded', object: { id: 'p1' } });
    const parse = (address: string) => provider?.parseWebhook({ address, text, headers: {} });
    expect(parse('10.1.2.3')).toMatchObject({ objectId: 'p1' });
    expect(() => parse('185.71.76.1')).toThrow();
  });

  it('are checked, and a choice outside the list is a problem', () => {
    const wrong = {
      YOOKASSA_METHOD: 'gold',
      YOOKASSA_RECEIPTS: 'perhaps',
      YOOKASSA_VAT_CODE: '13',
      YOOKASSA_TAX_SYSTEM: '1.5',
      YOOKASSA_PAYMENT_MODE: 'x',
      YOOKASSA_PAYMENT_SUBJECT: 'x',
    };
    expect(configure(wrong).problems.map((line) => line.split(':')[0])).toEqual(Object.keys(wrong));
  });
});
