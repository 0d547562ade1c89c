import type { PaymentMethod, PaymentStatus } from '#contract/payment.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import type { Entitlements, SubscriberReport } from './apply-service.ts';
import { listSentNotifications, type SentNotification } from './billing-event-store.ts';
import { listCheckouts } from './checkout-store.ts';
import { type Checkout, toPaymentStates } from './payment.ts';
import type { PaymentService, PaymentView } from './payment-service.ts';
import type { Refund } from './refund.ts';
import { listRefundsOf } from './refund-store.ts';
import * as store from './staff-payment-store.ts';
import { type EventRecord, listEventsOf } from './webhook-store.ts';

export type StaffPaymentQuery = {
  page?: string;
  page_size?: string;
  search?: string;
  status?: PaymentStatus;
  payment_method?: PaymentMethod;
  plan?: number;
  user?: number;
  from?: string;
  to?: string;
};
export type PaymentDetail = PaymentView & {
  checkouts: Checkout[];
  refunds: Refund[];
  events: EventRecord[];
  notifications: SentNotification[];
};
export type Sums = store.Sums;
export type Report = {
  from: Date;
  to: Date;
  currency: string;
  days: store.DayTotals[];
  months: store.MonthTotals[];
  plans: store.PlanTotals[];
  active: number;
  subscribers: SubscriberReport;
};

export type StaffPaymentService = ReturnType<typeof createStaffPaymentService>;
type Deps = {
  db: Db;
  clock: Clock;
  entitlements: Entitlements;
  payments: PaymentService;
  currency: string;
};

const dayMs = 24 * 3_600_000;
const defaultDays = 30;
const reportedMonths = 12;

/** Reads of all payments for staff. */
export function createStaffPaymentService({ db, clock, entitlements, payments, currency }: Deps) {
  async function list(
    query: StaffPaymentQuery,
  ): Promise<{ payments: PaymentView[]; count: number; page: Page }> {
    const filters = {
      search: query.search ?? '',
      states: query.status && toPaymentStates(query.status),
      method: query.payment_method,
      planId: query.plan,
      accountId: query.user,
      from: query.from,
      to: query.to,
    };
    const count = await store.countPayments(db, filters);
    const page = pageOf(query, count);
    const found = await store.listPayments(db, filters, page);
    return { payments: await payments.withSubscriptions(found), count, page };
  }

  async function get(id: string): Promise<PaymentDetail> {
    const view = await payments.view(await payments.get(id));
    const { id: paymentId, account } = view.payment;
    const [checkouts, refunds, events, notifications] = await Promise.all([
      listCheckouts(db, paymentId),
      listRefundsOf(db, paymentId),
      listEventsOf(db, paymentId),
      listSentNotifications(db, { paymentId, accountId: account.id }),
    ]);
    return { ...view, checkouts, refunds, events, notifications };
  }

  /** A report of the last days, including today. */
  async function report(days = defaultDays): Promise<Report> {
    const to = clock.now();
    const from = new Date(to.getTime() - days * dayMs);
    const [byDay, months, plans, active, subscribers] = await Promise.all([
      store.sumByDay(db, { from, to, currency }),
      store.sumByMonth(db, { to, months: reportedMonths, currency }),
      store.sumByPlan(db, { from, to, currency }),
      entitlements.countActive(db),
      entitlements.report(db, from),
    ]);
    return { from, to, currency, days: byDay, months, plans, active, subscribers };
  }

  return { list, get, report };
}
