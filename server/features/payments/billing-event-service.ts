import type { Accounts } from '#server/features/accounts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { BillingEvent } from './billing-event.ts';
import * as store from './billing-event-store.ts';
import { createBillingMail } from './billing-mail.ts';

/** Called once for each event, in the transaction of the event. */
export type BillingListener = (tx: Db, event: BillingEvent) => Promise<void>;
/** Stores an event, queues its e-mail and calls the listener. */
export type PublishBillingEvent = (tx: Db, event: BillingEvent) => Promise<void>;

export const billingMailJob = 'payments.mail';

export type BillingEvents = ReturnType<typeof createBillingEvents>;
type Deps = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  mail: Pick<Mail, 'send'>;
  accounts: Pick<Accounts, 'get'>;
  siteName: string;
  publicUrl: string;
  onEvent: BillingListener;
};

/** Notifies readers of payments and terms, once for each event. */
export function createBillingEvents(deps: Deps) {
  const { db, clock, jobs, mail, accounts, siteName, publicUrl, onEvent } = deps;

  /** Stores the event, queues its e-mail and calls the listener, in the transaction of the caller. */
  async function publish(tx: Db, event: BillingEvent): Promise<void> {
    const id = await store.insertBillingEvent(tx, event, clock.now());
    if (id === undefined) return;
    await jobs.add(tx, billingMailJob, { id });
    await onEvent(tx, event);
  }

  /** Sends the e-mail of an event unless it has been sent. */
  async function sendMail(id: string): Promise<void> {
    const event = await store.findUnmailed(db, id);
    if (!event) return;
    const account = await accounts.get(event.accountId);
    if (account.isActive) {
      const content = createBillingMail(event, { username: account.username, siteName, publicUrl });
      await mail.send({ id, to: account.email, ...content });
    }
    await store.markMailed(db, id, clock.now());
  }

  return { publish, sendMail };
}
