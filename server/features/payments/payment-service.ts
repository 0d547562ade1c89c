import type { Audit } from '#server/features/audit/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import { notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import type { Log } from '#server/platform/log.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { ApplyService, Entitlements, SubscriptionInfo } from './apply-service.ts';
import type { Payment } from './payment.ts';
import { createPaymentStatus } from './payment-status-service.ts';
import * as store from './payment-store.ts';
import type { RefundReservations } from './refund-reservation-service.ts';
import type { RefundService } from './refund-service.ts';
import { createStaffRefunds } from './staff-refund-service.ts';

type PageQuery = { page?: string; page_size?: string };
/** A payment and its subscription. */
export type PaymentView = { payment: Payment; subscription: SubscriptionInfo | undefined };
export type Analytics = store.PaymentTotals & { activeSubscriptions: number; from: Date; to: Date };

export type PaymentService = ReturnType<typeof createPaymentService>;
type Deps = {
  audit: Audit;
  db: Db;
  clock: Clock;
  log: Log;
  entitlements: Entitlements;
  apply: ApplyService;
  refundReservations: RefundReservations;
  refunds: RefundService;
  limits: RateLimits;
};

const recentMs = 30 * 24 * 3_600_000;

/** Reads of payments for readers and staff, and refunds by staff. */
export function createPaymentService(deps: Deps) {
  const { db, clock, entitlements } = deps;

  async function list(
    user: User,
    query: PageQuery,
    fallbackSize?: number,
  ): Promise<{ payments: PaymentView[]; count: number; page: Page }> {
    const count = await store.countPaymentsOf(db, user.id);
    const page = pageOf(query, count, fallbackSize);
    return { payments: await withSubscriptions(await store.listPaymentsOf(db, user.id, page)), count, page };
  }

  async function withSubscriptions(payments: Payment[]): Promise<PaymentView[]> {
    const ids = payments.flatMap(({ subscriptionId }) => subscriptionId ?? []);
    const described = await entitlements.describe(db, [...new Set(ids)]);
    return payments.map((payment) => ({ payment, subscription: described.get(payment.subscriptionId ?? 0) }));
  }

  /** A payment of the caller; 404 for payments of others, because ids are easy to guess. */
  async function getOwn(user: User, id: string): Promise<Payment> {
    const payment = await find(id);
    if (payment?.account.id !== user.id) throw notFound('payments.notFound');
    return payment;
  }

  /** Like `getOwn`; 404 for a payment that has not failed. */
  async function getOwnFailed(user: User, id: string): Promise<Payment> {
    const payment = await getOwn(user, id);
    if (payment.state !== 'failed') throw notFound('payments.notFailed');
    return payment;
  }

  async function view(payment: Payment): Promise<PaymentView> {
    const [found] = await withSubscriptions([payment]);
    return found ?? { payment, subscription: undefined };
  }

  /** A payment of any user, for staff. */
  async function get(id: string): Promise<Payment> {
    const payment = await find(id);
    if (!payment) throw notFound('payments.notFound');
    return payment;
  }

  async function find(id: string): Promise<Payment | undefined> {
    const paymentId = parseId(id);
    return paymentId === undefined ? undefined : store.findPayment(db, paymentId);
  }

  async function analytics(): Promise<Analytics> {
    const to = clock.now();
    const from = new Date(to.getTime() - recentMs);
    const totals = await store.sumPayments(db, from);
    return { ...totals, activeSubscriptions: await entitlements.countActive(db), from, to };
  }

  return {
    list,
    getOwn,
    getOwnFailed,
    view,
    withSubscriptions,
    get,
    analytics,
    ...createPaymentStatus(deps),
    ...createStaffRefunds(deps),
  };
}
