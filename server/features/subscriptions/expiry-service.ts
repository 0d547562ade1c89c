import type { Accounts } from '#server/features/accounts/index.ts';
import type { PublishBillingEvent } from '#server/features/payments/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { EntitlementService } from './entitlement-service.ts';
import { dueReminderDays, isActiveAt, maxReminderMs, type Subscription } from './subscription.ts';
import * as store from './subscription-store.ts';

export type ExpiryService = ReturnType<typeof createExpiryService>;
type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  accounts: Pick<Accounts, 'lock'>;
  entitlementService: EntitlementService;
  publish: PublishBillingEvent;
};

const batchSize = 500;

/** The periodic jobs around the end of a term. */
export function createExpiryService({ db, clock, log, accounts, entitlementService, publish }: Deps) {
  /** Writes the status of expired subscriptions; reads treat them as expired even before. */
  async function expire(): Promise<void> {
    const expired = await store.listExpired(db, clock.now(), batchSize);
    await forEachLocked(expired, (tx, { accountId }) => entitlementService.loadAndExpire(tx, accountId));
  }

  /** Notifies readers three days and one day before the end, once each; an extended term has a new end. */
  async function remind(): Promise<void> {
    const from = clock.now();
    const until = new Date(from.getTime() + maxReminderMs);
    for (let afterId = 0; ; ) {
      const ending = await store.listEnding(db, { from, until, afterId, limit: batchSize });
      await forEachLocked(ending, (tx, { accountId }) => sendReminder(tx, accountId, from));
      const last = ending.at(-1);
      if (last === undefined || ending.length < batchSize) return;
      afterId = last.id;
    }
  }

  async function sendReminder(tx: Db, accountId: number, now: Date): Promise<void> {
    const subscription = await store.findSubscription(tx, accountId);
    if (!subscription || !isActiveAt(subscription, now)) return;
    const daysLeft = dueReminderDays(subscription, now);
    if (daysLeft === undefined) return;
    const endsAt = subscription.endsAt.toISOString();
    const key = `ending:${subscription.id}:${endsAt}:${daysLeft}`;
    await publish(tx, { kind: 'ending', key, accountId, data: { endsAt, daysLeft } });
  }

  /** Runs each in its own transaction, so that a failure does not stop the others. */
  async function forEachLocked(
    subscriptions: Subscription[],
    work: (tx: Db, subscription: Subscription) => Promise<unknown>,
  ): Promise<void> {
    for (const subscription of subscriptions)
      try {
        await inTransaction(db, async (tx) => {
          await accounts.lock(tx, subscription.accountId);
          await work(tx, subscription);
        });
      } catch (error) {
        log.error(
          { err: error, subscriptionId: subscription.id },
          'expiry or reminder of a subscription failed',
        );
      }
  }

  return { expire, remind };
}
