import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { ApplyService, Providers } from './apply-service.ts';
import type { CheckoutService } from './checkout-service.ts';
import { claimDueCheckouts, markSettled, scheduleCheck, stopWatching } from './checkout-store.ts';
import { type Checkout, isKeyValid, nextCheckAt } from './payment.ts';
import type { RefundService } from './refund-service.ts';

export type ReconcileService = ReturnType<typeof createReconcileService>;
type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  providers: Providers;
  apply: ApplyService;
  recover: CheckoutService['recover'];
  refunds: Pick<RefundService, 'refreshReceipts'>;
};

const checkBatchSize = 100;
/** Concurrent queries to providers. */
const concurrency = 4;
/** How long one process may take for a session before another may claim it. */
const leaseMs = 120_000;

/** Queries the sessions for which no webhook arrived, and applies their state. */
export function createReconcileService({ db, clock, log, providers, apply, recover, refunds }: Deps) {
  async function reconcile(): Promise<void> {
    const now = clock.now();
    const until = new Date(now.getTime() + leaseMs);
    const due = await claimDueCheckouts(db, { now, until, limit: checkBatchSize });
    const next = due.values();
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        for (const checkout of next) await checkCheckout(checkout);
      }),
    );
  }

  async function checkCheckout(checkout: Checkout): Promise<void> {
    try {
      if (checkout.providerId === null && !isKeyValid(checkout, clock.now())) await cancelCheckout(checkout);
      else if (!providers.has(checkout.provider)) return await scheduleNextCheck(checkout);
      else if (checkout.providerId === null) await recover(checkout);
      else await checkSession(checkout);
    } catch (error) {
      const { paymentId } = checkout;
      log.warn({ err: error, paymentId }, 'query of the payment provider failed');
    }
    await scheduleNextCheck(checkout);
  }

  async function checkSession(checkout: Checkout): Promise<void> {
    await apply.refresh(await apply.reload(checkout.paymentId), checkout);
    if (checkout.settledAt) await refunds.refreshReceipts(checkout.paymentId);
  }

  async function scheduleNextCheck(checkout: Checkout): Promise<void> {
    const now = clock.now();
    const { settledAt, watchedUntil } = checkout;
    if (settledAt && watchedUntil && watchedUntil <= now) return stopWatching(db, checkout);
    return scheduleCheck(db, checkout, nextCheckAt(checkout, now));
  }

  /** The provider has not responded for a day: no session URL was shown, and the expired key would create a second one. */
  async function cancelCheckout(checkout: Checkout): Promise<void> {
    const payment = await apply.reload(checkout.paymentId);
    if (payment.attempt === checkout.attempt) await apply.closeUnfinished(payment, { state: 'cancelled' });
    await markSettled(db, checkout, clock.now());
  }

  return { reconcile };
}
