import type { Accounts } from '#server/features/accounts/index.ts';
import type { Plans } from '#server/features/plans/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { PlainPage } from '#server/platform/http/plain-page.ts';
import type { Log } from '#server/platform/log.ts';
import { createApplyService, type Entitlements } from './apply-service.ts';
import { createCheckoutService } from './checkout-service.ts';
import { paymentRoutes } from './payment-routes.ts';
import { createPaymentService } from './payment-service.ts';
import type { PaymentProvider } from './provider.ts';
import { createSandbox } from './providers/sandbox.ts';
import { createWebhookService } from './webhook-service.ts';

export type { Entitlements, GrantedPurchase, Purchase, SubscriptionInfo } from './apply-service.ts';
export type { PaymentProvider } from './provider.ts';

export type Payments = { operations: Operation[]; pages: PlainPage[] };

type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  accounts: Accounts;
  plans: Plans;
  entitlements: Entitlements;
  publicUrl: string;
  allowedOrigins: string[];
  /** Real providers, the default one first. */
  providers: PaymentProvider[];
  /** Used only while there is no real provider (contract decision 14). */
  sandbox: { isOn: boolean; secret: string };
};

export function createPayments({ publicUrl, allowedOrigins, sandbox, ...deps }: Deps): Payments {
  const { db, clock, log } = deps;
  const standIn =
    sandbox.isOn && deps.providers.length === 0
      ? createSandbox({
          db,
          clock,
          log,
          publicUrl,
          secret: sandbox.secret,
          deliver: (wire) => webhooks.receive('sandbox', wire),
        })
      : undefined;
  const inUse = standIn ? [standIn.provider] : deps.providers;
  if (inUse.length === 0) log.warn('no payment provider is on: nothing can be bought');
  const providers = new Map(inUse.map((provider) => [provider.name, provider]));
  const apply = createApplyService({ ...deps, providers });
  const webhooks = createWebhookService({ db, clock, log, providers, apply });
  const payments = createPaymentService({ ...deps, apply });
  const checkouts = createCheckoutService({
    ...deps,
    providers,
    apply,
    origins: { publicUrl, allowedOrigins },
  });
  return {
    operations: paymentRoutes({ checkouts, payments, webhooks, publicUrl }),
    pages: standIn?.pages ?? [],
  };
}
