import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  type PaymentProvider,
  type ProviderRefund,
  type ProviderRefundRequest,
  type ProviderState,
  UnverifiedWebhookError,
  type WebhookEvent,
} from '../../provider.ts';
import { createIpAllowList } from '../ip-allow-list.ts';
import { createYookassaClient, type YookassaClient } from './yookassa-client.ts';
import { createReceipt, type ReceiptSettings, toAmount } from './yookassa-receipt.ts';
import {
  getReceiptStatus,
  paymentShape,
  type RefundObject,
  refundListShape,
  refundShape,
  toProviderState,
} from './yookassa-state.ts';

/** The senders of notifications, from the page "Incoming notifications" of YooKassa's documentation. */
export const yookassaSenders = [
  '185.71.76.0/27',
  '185.71.77.0/27',
  '77.75.153.0/25',
  '77.75.154.128/25',
  '77.75.156.11',
  '77.75.156.35',
  '2a02:5180::/32',
];

export type YookassaOptions = {
  shopId: string;
  secretKey: string;
  /** One payment method; with `any` the reader chooses on YooKassa's page. */
  method: 'any' | 'bank_card' | 'sbp' | 'sberbank';
  /** Trusted senders of notifications; by default the published list. */
  senders?: string[] | undefined;
  /** Receipt settings required by law; undefined if the shop creates its receipts elsewhere. */
  receipts: ReceiptSettings | undefined;
  /** Another server than YooKassa's, for tests. */
  apiUrl?: string;
};

const maxDescription = 128;

/** YooKassa: its page, with a card, СБП or SberPay. Notifications are not signed, so that only their object id is used. */
export function createYookassa(options: YookassaOptions): PaymentProvider {
  const api = createYookassaClient(options);
  const isSender = createIpAllowList(options.senders ?? yookassaSenders);
  const receipts = options.receipts;

  async function fetch(id: string): Promise<ProviderState | undefined> {
    const found = await api.get(`/payments/${encodeURIComponent(id)}`, paymentShape);
    return found && toProviderState(found);
  }

  return {
    name: 'yookassa',
    fetch,
    async createCheckout(order) {
      const description = order.description.slice(0, maxDescription);
      const payment = await api.post('/payments', {
        key: order.idempotencyKey,
        shape: paymentShape,
        body: {
          amount: toAmount(order.amountKopecks, order.currency),
          capture: true,
          confirmation: { type: 'redirect', return_url: order.successUrl, locale: 'ru_RU' },
          description,
          metadata: { payment_id: String(order.paymentId), attempt: String(order.attempt) },
          ...(options.method !== 'any' && { payment_method_data: { type: options.method } }),
          ...(receipts && { receipt: createReceipt({ ...order, description }, receipts) }),
        },
      });
      const url = payment.confirmation?.confirmation_url;
      if (url === undefined) throw new Error('payment has no confirmation URL');
      return { providerId: payment.id, url, expiresAt: null };
    },
    // A pending payment cannot be cancelled: it expires within an hour.
    cancel: fetch,
    async refund(order) {
      const found = (await findRefund(api, order)) ?? (await createRefund(api, order, receipts));
      return toRefund(found);
    },
    async fetchRefundReceipt(id) {
      const found = await api.get(`/refunds/${encodeURIComponent(id)}`, refundShape);
      return found && getReceiptStatus(found).receipt;
    },
    parseWebhook({ address, text }) {
      if (!isSender(address)) throw new UnverifiedWebhookError('not sent by YooKassa');
      return toEvent(text);
    },
  };
}

const createRefund = (
  api: YookassaClient,
  order: ProviderRefundRequest,
  receipts: ReceiptSettings | undefined,
): Promise<RefundObject> =>
  api.post('/refunds', {
    key: order.idempotencyKey,
    shape: refundShape,
    body: {
      payment_id: order.providerId,
      amount: toAmount(order.amountKopecks, order.currency),
      metadata: { refund_id: String(order.refundId) },
      ...(order.reason !== '' && { description: order.reason }),
      ...(receipts && { receipt: createReceipt(order, receipts) }),
    },
  });

/** Finds a refund that was requested before: by its id, or by our id after a lost response. */
async function findRefund(
  api: YookassaClient,
  order: ProviderRefundRequest,
): Promise<RefundObject | undefined> {
  if (order.existingId !== null)
    return api.get(`/refunds/${encodeURIComponent(order.existingId)}`, refundShape);
  if (!order.isRepeated) return undefined;
  const query = new URLSearchParams({ payment_id: order.providerId, limit: '100' });
  const found = await api.get(`/refunds?${query}`, refundListShape);
  return found?.items.find(({ metadata }) => metadata?.refund_id === String(order.refundId));
}

const statuses = { pending: 'pending', succeeded: 'succeeded', canceled: 'failed' } as const;

const toRefund = (refund: RefundObject): ProviderRefund => ({
  providerId: refund.id,
  status: statuses[refund.status],
  ...getReceiptStatus(refund),
});

const eventShape = z.object({
  event: z.string().min(1).max(100),
  object: z.object({
    id: z.string().min(1).max(100),
    status: z.string().max(50).default(''),
    payment_id: z.string().min(1).max(100).optional(),
  }),
});

/** Notifications have no id, so that the key is a hash of event, object and status. */
function toEvent(text: string): WebhookEvent {
  const parsed = eventShape.safeParse(parseJson(text));
  if (!parsed.success) throw new UnverifiedWebhookError('not a notification');
  const { event, object } = parsed.data;
  const key = createHash('sha256').update(`${event}|${object.id}|${object.status}`).digest('hex');
  if (event.startsWith('payment.')) return { key, type: event, objectId: object.id };
  return { key, type: event, objectId: event.startsWith('refund.') ? (object.payment_id ?? null) : null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnverifiedWebhookError('not JSON', { cause: error });
  }
}
