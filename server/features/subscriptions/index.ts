import type { Accounts } from '#server/features/accounts/index.ts';
import type { Entitlements, PublishBillingEvent } from '#server/features/payments/index.ts';
import type { Plans } from '#server/features/plans/index.ts';
import type { PinnedTitle, Posts } from '#server/features/posts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log.ts';
import { createEntitlementService } from './entitlement-service.ts';
import { createExpiryService } from './expiry-service.ts';
import type { SubscriptionPorts } from './history-service.ts';
import { createSubscriberPins } from './subscriber-pin-service.ts';
import { subscriptionJobs } from './subscription-jobs.ts';
import { subscriptionRoutes } from './subscription-routes.ts';
import { createSubscriptionService, type SubscriptionService } from './subscription-service.ts';

export type { RecordedEntry } from './history-service.ts';

export type Subscriptions = {
  operations: Operation[];
  jobs: JobHandler[];
  endOf: SubscriptionService['endOf'];
  /** Implements the port of `payments`. */
  entitlements: Entitlements;
  /** Implements the port of `posts`: a pin was removed with its post. */
  onUnpinned(tx: Db, pinned: PinnedTitle): Promise<void>;
};

type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  accounts: Accounts;
  plans: Plans;
  posts: Posts;
  publish: PublishBillingEvent;
  publicUrl: string;
  ports: SubscriptionPorts;
};

export function createSubscriptions({ publicUrl, ...deps }: Deps): Subscriptions {
  const entitlementService = createEntitlementService(deps);
  const subscriptions = createSubscriptionService({ ...deps, entitlementService });
  const pins = createSubscriberPins({ ...deps, entitlementService });
  const expiry = createExpiryService({ ...deps, entitlementService });
  return {
    operations: subscriptionRoutes({ subscriptions, pins, clock: deps.clock, publicUrl }),
    jobs: subscriptionJobs(expiry),
    endOf: subscriptions.endOf,
    entitlements: entitlementService.entitlements,
    onUnpinned: entitlementService.recordUnpinned,
  };
}
