import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import { AppError, badRequest, invalidFields, notFound, refused } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import type { Log } from '#server/platform/log.ts';
import { parseKopecks } from '#server/platform/money.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { ApplyService, Entitlements, SubscriptionInfo } from './apply-service.ts';
import { findCheckout } from './checkout-store.ts';
import { canBeRefunded, isUnfinished, type Payment } from './payment.ts';
import * as store from './payment-store.ts';
import type { Refund } from './refund.ts';
import type { RefundReservations } from './refund-reservation-service.ts';
import type { RefundService } from './refund-service.ts';
import { countRefunds, listRefunds as listRefundPage } from './refund-store.ts';

type PageQuery = { page?: string; page_size?: string };
/** A payment and its subscription. */
export type PaymentView = { payment: Payment; subscription: SubscriptionInfo | undefined };
export type Analytics = store.PaymentTotals & { activeSubscriptions: number; from: Date; to: Date };

export type PaymentService = ReturnType<typeof createPaymentService>;
type Deps = {
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
  const { db, clock, log, entitlements, apply, refundReservations, refunds, limits } = deps;

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

  /**
   * Queries the provider for an unfinished payment and applies its state. If the provider fails or the caller polls too
   * often, the stored payment is returned.
   */
  async function refresh(payment: Payment): Promise<Payment> {
    const checkout = isUnfinished(payment)
      ? await findCheckout(db, { paymentId: payment.id, attempt: payment.attempt })
      : undefined;
    if (!checkout) return payment;
    try {
      await limits.take('paymentStatus', payment.id);
      return (await apply.refresh(payment, checkout))?.payment ?? payment;
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'tooManyRequests'))
        log.warn({ err: error, paymentId: payment.id }, 'query of the payment provider failed');
      return payment;
    }
  }

  /** The status of a payment, and whether it has activated the subscription. */
  async function status(known: Payment): Promise<{ payment: Payment; isActivated: boolean }> {
    const payment = await refresh(known);
    const isActivated = payment.state === 'paid' && (await entitlements.isActive(db, payment.account.id));
    return { payment, isActivated };
  }

  /**
   * Refunds a part of a payment; 400 if the amount is not available or the provider rejects the refund. `commitResponse`
   * stores the response in the transaction that reserves the amount, and again when the result is known.
   */
  async function refund<Result>(
    staff: User,
    known: Payment,
    request: { amount: string; reason: string },
    commitResponse: (tx: Db, refund: Refund) => Promise<Result>,
  ): Promise<Result> {
    const amountKopecks = parseKopecks(request.amount);
    if (!amountKopecks) throw invalidFields({ amount: 'payments.amountInvalid' });
    const id = await inTransaction(db, async (tx) => {
      const payment = await apply.lock(tx, known);
      if (!canBeRefunded(payment)) throw refused('This payment cannot be refunded', 'payments.notRefundable');
      const { attempt } = payment;
      const order = { amountKopecks, attempt, reason: request.reason, createdBy: staff.id };
      const reserved = await refundReservations.reserve(tx, payment, order);
      if (reserved === undefined) throw invalidFields({ amount: 'payments.amountTooLarge' });
      await commitResponse(tx, await refunds.get(reserved, tx));
      return reserved;
    });
    const done = await refunds.execute(id);
    const result = await commitResponse(db, done);
    if (done.status === 'failed') throw badRequest('payments.refundRefused');
    return result;
  }

  async function listRefunds(query: PageQuery): Promise<{ refunds: Refund[]; count: number; page: Page }> {
    const count = await countRefunds(db);
    const page = pageOf(query, count);
    return { refunds: await listRefundPage(db, page), count, page };
  }

  async function getRefund(id: string): Promise<Refund> {
    const refundId = parseId(id);
    if (refundId === undefined) throw notFound('payments.refundNotFound');
    return refunds.get(refundId);
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
    status,
    refund,
    listRefunds,
    getRefund,
    analytics,
  };
}
