import type { Accounts } from '#server/features/accounts/index.ts';
import type { Entitlements, PublishBillingEvent, SubscriptionInfo } from '#server/features/payments/index.ts';
import type { Plans } from '#server/features/plans/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { createHistoryRecorder, type SubscriptionPorts } from './history-service.ts';
import { reportSubscribers } from './subscriber-report-store.ts';
import { canBuy, isActiveAt, statusAt } from './subscription.ts';
import { createSubscriptionEnd } from './subscription-end-service.ts';
import * as store from './subscription-store.ts';
import { createTerms } from './term-service.ts';

type Deps = {
  clock: Clock;
  accounts: Pick<Accounts, 'setSubscriberUntil'>;
  plans: Pick<Plans, 'get'>;
  posts: Pick<Posts, 'unpin'>;
  ports: SubscriptionPorts;
  publish: PublishBillingEvent;
};

export type EntitlementService = ReturnType<typeof createEntitlementService>;

/**
 * Starts, extends and ends subscriptions: one file for each group of use cases. Each function runs in a transaction
 * whose caller has locked the account, and changes record, access (`subscriber_until`), pin and history together.
 */
export function createEntitlementService(deps: Deps) {
  const { clock } = deps;
  const history = createHistoryRecorder(deps);
  const end = createSubscriptionEnd({ ...deps, history });
  const entitlements: Entitlements = {
    ...createTerms({ ...deps, history, end }),
    canBuy: async (tx, accountId) => canBuy(await store.findSubscription(tx, accountId), clock.now()),
    isActive: async (db, accountId) => isActiveAt(await store.findSubscription(db, accountId), clock.now()),
    async describe(db, ids) {
      const now = clock.now();
      const found = await store.listWithPlanNames(db, ids);
      return new Map(
        found.map((subscription): [number, SubscriptionInfo] => [
          subscription.id,
          { ...subscription, status: statusAt(subscription, now) },
        ]),
      );
    },
    countActive: (db) => store.countActive(db, clock.now()),
    report: (db, from) => reportSubscribers(db, { from, now: clock.now() }),
  };
  return { entitlements, ...end, recordUnpinned: history.recordUnpinned };
}
