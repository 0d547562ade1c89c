import type { Accounts } from '#server/features/accounts/index.ts';
import type { PublishBillingEvent } from '#server/features/payments/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { forEachRow } from '#server/platform/jobs/for-each-row.ts';
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
    const now = clock.now();
    await forEachLocked(
      'expiry of subscription',
      (after) => store.listExpired(db, { now, after, limit: batchSize }),
      (tx, accountId) => entitlementService.loadAndExpire(tx, accountId),
    );
  }

  /** Notifies readers three days and one day before the end, once each; an extended term has a new end. */
  async function remind(): Promise<void> {
    const from = clock.now();
    const until = new Date(from.getTime() + maxReminderMs);
    await forEachLocked(
      'reminder of subscription',
      (after) => store.listEnding(db, { from, until, after, limit: batchSize }),
      (tx, accountId) => sendReminder(tx, accountId, from),
    );
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

  /** Each in its own transaction. */
  const forEachLocked = (
    task: string,
    read: (after: number) => Promise<Subscription[]>,
    work: (tx: Db, accountId: number) => Promise<unknown>,
  ): Promise<void> =>
    forEachRow({
      read,
      batchSize,
      keyOf: ({ id }) => id,
      work: ({ accountId }) =>
        inTransaction(db, async (tx) => {
          await accounts.lock(tx, accountId);
          await work(tx, accountId);
        }),
      log,
      task,
    });

  return { expire, remind };
}
