import type { PaymentMethod } from '#contract/payment.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Db } from '#server/platform/db/database.ts';
import { notFound } from '#server/platform/errors.ts';
import type { Providers } from './apply-service.ts';
import { findCheckout } from './checkout-store.ts';
import type { Checkout, Payment } from './payment.ts';
import { findPayment, lockPayment } from './payment-store.ts';
import type { PaymentProvider, ProviderState } from './provider.ts';

export type PaymentLookup = ReturnType<typeof createPaymentLookup>;
type Deps = { db: Db; accounts: Pick<Accounts, 'lock'>; providers: Providers };

/** Finds and locks payments, and finds their providers. */
export function createPaymentLookup({ db, accounts, providers }: Deps) {
  function providerOf({ provider }: { provider: PaymentMethod }): PaymentProvider {
    const found = providers.get(provider);
    if (!found) throw new Error(`payment provider ${provider} is off`);
    return found;
  }

  async function lock(tx: Db, { id, account }: Pick<Payment, 'id' | 'account'>): Promise<Payment> {
    await accounts.lock(tx, account.id);
    const payment = await lockPayment(tx, id);
    if (!payment) throw notFound('payments.notFound');
    return payment;
  }

  /** The payment and checkout that a provider object belongs to; undefined for a foreign object. */
  async function findByProviderState(
    provider: PaymentProvider,
    { paymentId, attempt }: ProviderState,
  ): Promise<{ payment: Payment; checkout: Checkout } | undefined> {
    if (paymentId === null || attempt === null) return undefined;
    const payment = await findPayment(db, paymentId);
    const checkout = await findCheckout(db, { paymentId, attempt });
    return payment && checkout?.provider === provider.name ? { payment, checkout } : undefined;
  }

  async function reload(id: number, from: Db = db): Promise<Payment> {
    const payment = await findPayment(from, id);
    if (!payment) throw notFound('payments.notFound');
    return payment;
  }

  return { providerOf, lock, findByProviderState, reload };
}
