import type { Accounts } from '#server/features/accounts/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
import type { Plans } from '#server/features/plans/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { PlainPage } from '#server/platform/http/plain-page.ts';
import type { JobHandler, Jobs } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import { createApplyService, type Entitlements, type SecondPayment } from './apply-service.ts';
import type { BillingEvents } from './billing-event-service.ts';
import { createCheckoutService } from './checkout-service.ts';
import { paymentJobs } from './payment-jobs.ts';
import { paymentRoutes } from './payment-routes.ts';
import { createPaymentService } from './payment-service.ts';
import type { PaymentProvider } from './provider.ts';
import { createSandbox } from './providers/sandbox/sandbox.ts';
import { type SandboxFault, withCallFaults, withDeliveryFaults } from './providers/sandbox/sandbox-faults.ts';
import { createReconcileService } from './reconcile-service.ts';
import { createRefundReservations } from './refund-reservation-service.ts';
import { createRefundService } from './refund-service.ts';
import { staffPaymentRoutes } from './staff-payment-routes.ts';
import { createStaffPaymentService } from './staff-payment-service.ts';
import { createWebhookService } from './webhook-service.ts';

export type {
  Entitlements,
  GrantedPurchase,
  Purchase,
  SecondPayment,
  SubscriptionInfo,
} from './apply-service.ts';
export type { BillingEvent } from './billing-event.ts';
export {
  type BillingListener,
  createBillingEvents,
  type PublishBillingEvent,
} from './billing-event-service.ts';
export type { PaymentProvider } from './provider.ts';
export { createProviders } from './providers/create-providers.ts';
export type { ProviderSetup } from './providers/define-provider.ts';
export { providerDefinitions, realProviders } from './providers/registry.ts';
export type { SandboxFault } from './providers/sandbox/sandbox-faults.ts';

export type Payments = { operations: Operation[]; pages: PlainPage[]; jobs: JobHandler[] };

type Deps = {
  audit: Audit;
  db: Db;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  accounts: Accounts;
  plans: Plans;
  entitlements: Entitlements;
  billingEvents: BillingEvents;
  publicUrl: string;
  /** The currency of the plans and the reports. */
  currency: string;
  allowedOrigins: string[];
  /** Real providers, the default one first. */
  providers: PaymentProvider[];
  /** Used only if no real provider is configured, so that a test provider cannot take real orders. */
  sandbox: { isOn: boolean; secret: string; faults: SandboxFault[] };
  secondPayment: SecondPayment;
  limits: RateLimits;
};

export function createPayments({
  publicUrl,
  allowedOrigins,
  sandbox,
  billingEvents,
  ...deps
}: Deps): Payments {
  const { db, clock, log, jobs } = deps;
  const { publish } = billingEvents;
  const builtInSandbox =
    sandbox.isOn && deps.providers.length === 0
      ? createSandbox({
          db,
          clock,
          log,
          publicUrl,
          secret: sandbox.secret,
          deliver: withDeliveryFaults((raw) => webhooks.receive('sandbox', raw), sandbox.faults),
        })
      : undefined;
  const enabledProviders = builtInSandbox
    ? [withCallFaults(builtInSandbox.provider, sandbox.faults)]
    : deps.providers;
  if (enabledProviders.length === 0) log.warn('no payment provider is configured: purchases are disabled');
  else
    log.info(
      { providers: enabledProviders.map(({ name }) => name) },
      'configured payment providers, the default first',
    );
  const providers = new Map(enabledProviders.map((provider) => [provider.name, provider]));
  const refundReservations = createRefundReservations({ clock, jobs });
  const apply = createApplyService({ ...deps, providers, refundReservations, publish });
  const refunds = createRefundService({ db, clock, log, apply, publish });
  const webhooks = createWebhookService({ db, clock, log, jobs, providers, apply });
  const payments = createPaymentService({ ...deps, apply, refundReservations, refunds });
  const staffPayments = createStaffPaymentService({ ...deps, payments });
  const checkouts = createCheckoutService({
    ...deps,
    providers,
    apply,
    origins: { publicUrl, allowedOrigins },
  });
  const { recover } = checkouts;
  const reconciler = createReconcileService({ db, clock, log, providers, apply, recover, refunds });
  return {
    operations: [
      ...paymentRoutes({ checkouts, payments, webhooks, publicUrl }),
      ...staffPaymentRoutes({ staffPayments, publicUrl }),
    ],
    pages: builtInSandbox?.pages ?? [],
    jobs: paymentJobs({ webhooks, refunds, reconciler, billingEvents }),
  };
}
