import { randomUUID } from 'node:crypto';
import {
  createKeyStore,
  type ServedRequest,
  type ServedResponse,
  startFakeProviderServer,
} from './fake-provider-server.ts';

export const yookassaAccess = { shopId: '100500', secretKey: 'test_local' };

type Sum = { value: string; currency: string };
type Metadata = Record<string, string | null>;
type Receipt = {
  items: Array<{ amount: Sum; quantity: number; vat_code: number }>;
  customer: { email?: string };
};
type ReceiptRegistration = 'pending' | 'succeeded' | 'canceled';
export type YookassaPayment = {
  id: string;
  status: 'pending' | 'succeeded' | 'canceled';
  amount: Sum;
  refunded_amount?: Sum;
  income_amount?: Sum;
  description?: string;
  recipient: { account_id: string; gateway_id: string };
  payment_method?: object;
  captured_at?: string;
  created_at: string;
  confirmation?: { type: 'redirect'; confirmation_url: string; return_url?: string };
  cancellation_details?: { party: string; reason: string };
  test: boolean;
  paid: boolean;
  refundable: boolean;
  receipt_registration?: ReceiptRegistration;
  metadata: Metadata;
};
export type YookassaRefund = {
  id: string;
  payment_id: string;
  status: 'pending' | 'succeeded' | 'canceled';
  created_at: string;
  amount: Sum;
  description?: string;
  receipt_registration?: ReceiptRegistration;
  cancellation_details?: { party: string; reason: string };
  metadata?: Metadata;
};

const ok = (body: unknown): ServedResponse => ({ status: 200, body });
const errorResponse = (status: number, code: string, parameter?: string): ServedResponse => ({
  status,
  body: { type: 'error', id: randomUUID(), code, description: 'Refused', ...(parameter && { parameter }) },
});
const kopecksOf = ({ value }: Sum): number => Math.round(Number(value) * 100);
const sumOf = (kopecks: number): Sum => ({ value: (kopecks / 100).toFixed(2), currency: 'RUB' });

/** A local fake of YooKassa, as far as the site uses it. */
export async function startFakeYookassaServer({ needsReceipts = true } = {}) {
  const payments = new Map<string, YookassaPayment>();
  const refunds = new Map<string, YookassaRefund>();
  const withIdempotencyKey = createKeyStore();
  const expected = `Basic ${Buffer.from(`${yookassaAccess.shopId}:${yookassaAccess.secretKey}`).toString('base64')}`;
  let refundStatus: YookassaRefund['status'] = 'succeeded';

  const server = await startFakeProviderServer((request) => {
    if (request.headers.authorization !== expected)
      return errorResponse(401, 'invalid_credentials', 'Authorization');
    if (request.method === 'GET') return read(request);
    const key = request.headers['idempotence-key'];
    if (typeof key !== 'string' || key.length > 64)
      return errorResponse(400, 'invalid_request', 'Idempotence-Key');
    const onKeyReuse = () => errorResponse(400, 'invalid_request', 'Idempotence-Key');
    return withIdempotencyKey(key, request.path + request.body, () => write(request), onKeyReuse);
  });

  function read({ path, query }: ServedRequest): ServedResponse {
    const [, , kind, id = ''] = path.split('/');
    if (kind === 'refunds' && id === '') {
      const items = [...refunds.values()].filter(({ payment_id }) => payment_id === query.get('payment_id'));
      return ok({ type: 'list', items });
    }
    const found = kind === 'refunds' ? refunds.get(id) : payments.get(id);
    return found ? ok(found) : errorResponse(404, 'not_found');
  }

  function write({ path, body }: ServedRequest): ServedResponse {
    return path === '/v3/payments' ? create(JSON.parse(body)) : refund(JSON.parse(body));
  }

  /** By law the lines of a receipt add up to the amount. */
  function isValidReceipt(receipt: Receipt | undefined, amount: Sum): boolean {
    if (!receipt) return !needsReceipts;
    const total = receipt.items.reduce((sum, item) => sum + kopecksOf(item.amount) * item.quantity, 0);
    return receipt.customer.email !== undefined && total === kopecksOf(amount);
  }

  function create(order: {
    amount: Sum;
    capture?: boolean;
    confirmation: { return_url: string };
    description: string;
    metadata: Metadata;
    receipt?: Receipt;
  }): ServedResponse {
    if (order.capture !== true || order.description.length > 128)
      return errorResponse(400, 'invalid_request');
    if (!isValidReceipt(order.receipt, order.amount)) return errorResponse(400, 'invalid_request', 'receipt');
    if (kopecksOf(order.amount) < 100) return errorResponse(400, 'invalid_request', 'amount.value');
    const id = `${randomUUID().slice(0, 9)}000f-5000-8000-${randomUUID().slice(-12)}`;
    const payment: YookassaPayment = {
      id,
      status: 'pending',
      amount: order.amount,
      description: order.description,
      recipient: { account_id: yookassaAccess.shopId, gateway_id: '100700' },
      created_at: new Date().toISOString(),
      confirmation: {
        type: 'redirect',
        confirmation_url: `https://yoomoney.ru/checkout/payments/v2/contract?orderId=${id}`,
      },
      test: true,
      paid: false,
      refundable: false,
      metadata: order.metadata,
    };
    payments.set(id, payment);
    return ok(payment);
  }

  function refund(order: {
    payment_id: string;
    amount: Sum;
    description?: string;
    metadata: Metadata;
    receipt?: Receipt;
  }): ServedResponse {
    const payment = payments.get(order.payment_id);
    const refundedKopecks = [...refunds.values()]
      .filter(({ payment_id, status }) => payment_id === order.payment_id && status !== 'canceled')
      .reduce((sum, { amount }) => sum + kopecksOf(amount), 0);
    if (payment?.status !== 'succeeded') return errorResponse(400, 'invalid_request', 'payment_id');
    if (refundedKopecks + kopecksOf(order.amount) > kopecksOf(payment.amount))
      return errorResponse(400, 'invalid_request', 'amount');
    if (!isValidReceipt(order.receipt, order.amount)) return errorResponse(400, 'invalid_request', 'receipt');
    const newRefund: YookassaRefund = {
      id: `${randomUUID().slice(0, 9)}0015-5000-8000-${randomUUID().slice(-12)}`,
      payment_id: payment.id,
      status: refundStatus,
      created_at: new Date().toISOString(),
      amount: order.amount,
      ...(order.description !== undefined && { description: order.description }),
      receipt_registration: 'pending',
      metadata: order.metadata,
    };
    refunds.set(newRefund.id, newRefund);
    updateRefundedAmount(payment);
    return ok(newRefund);
  }

  function updateRefundedAmount(payment: YookassaPayment): void {
    const done = [...refunds.values()].filter(
      ({ payment_id, status }) => payment_id === payment.id && status === 'succeeded',
    );
    const kopecks = done.reduce((sum, { amount }) => sum + kopecksOf(amount), 0);
    if (kopecks > 0) change(payment.id, { refunded_amount: sumOf(kopecks) });
  }

  const change = (id: string, changes: Partial<YookassaPayment>): YookassaPayment => {
    const { confirmation: _, ...before } = payments.get(id) as YookassaPayment;
    const after = { ...before, ...changes };
    payments.set(id, after);
    return after;
  };

  return {
    ...server,
    apiUrl: `http://127.0.0.1:${server.port}/v3`,
    payments,
    refunds,
    /** The payer pays on YooKassa's page by СБП. */
    pay: (id: string): YookassaPayment =>
      change(id, {
        status: 'succeeded',
        paid: true,
        refundable: true,
        captured_at: new Date().toISOString(),
        income_amount: sumOf(Math.floor(kopecksOf((payments.get(id) as YookassaPayment).amount) * 0.96)),
        payment_method: {
          type: 'sbp',
          id,
          saved: false,
          status: 'inactive',
          sbp_operation_id: '1027088AE4CB48CB81287833347A8777',
          payer_bank_details: { bank_id: '100000000111', bic: '044525225' },
        },
        receipt_registration: 'pending',
      }),
    /** The payment is cancelled. */
    cancel: (id: string, reason: string): YookassaPayment =>
      change(id, { status: 'canceled', cancellation_details: { party: 'payment_network', reason } }),
    /** Sets the registration status of all receipts at the tax office. */
    registerReceipts: (receipt_registration: ReceiptRegistration) => {
      for (const kind of [payments, refunds])
        for (const made of kind.values())
          if (made.receipt_registration) made.receipt_registration = receipt_registration;
    },
    setRefundStatus: (status: YookassaRefund['status']) => {
      refundStatus = status;
      for (const [id, made] of refunds) {
        const details = { cancellation_details: { party: 'yoo_money', reason: 'insufficient_funds' } };
        refunds.set(id, { ...made, status, ...(status === 'canceled' && details) });
        updateRefundedAmount(payments.get(made.payment_id) as YookassaPayment);
      }
    },
  };
}

/** A notification in YooKassa's format. */
export const notificationOf = (event: string, object: object) =>
  JSON.stringify({ type: 'notification', event, object });
