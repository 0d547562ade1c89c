import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { ApplyService, Entitlements } from './apply-service.ts';
import { findCheckout } from './checkout-store.ts';
import { isUnfinished, type Payment } from './payment.ts';

type Deps = {
  db: Db;
  log: Log;
  entitlements: Pick<Entitlements, 'isActive'>;
  apply: Pick<ApplyService, 'refresh'>;
  limits: RateLimits;
};

/** The status of a payment, queried from its provider. */
export function createPaymentStatus({ db, log, entitlements, apply, limits }: Deps) {
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

  return { status };
}
