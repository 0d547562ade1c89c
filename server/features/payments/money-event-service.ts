import type { Accounts } from '#server/features/accounts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { MoneyEvent } from './money-event.ts';
import * as store from './money-event-store.ts';
import { moneyMail } from './payment-mail.ts';

/** Called once for each event, in the transaction of the event. */
export type MoneyListener = (tx: Db, event: MoneyEvent) => Promise<void>;
/** Stores an event, queues its e-mail and calls the listener. */
export type Tell = (tx: Db, event: MoneyEvent) => Promise<void>;

export const moneyMailJob = 'payments.mail';

export type MoneyEvents = ReturnType<typeof createMoneyEvents>;
type Deps = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  mail: Pick<Mail, 'send'>;
  accounts: Pick<Accounts, 'get'>;
  publicUrl: string;
  onEvent: MoneyListener;
};

/** Notifies readers of payments and terms, once for each event. */
export function createMoneyEvents({ db, clock, jobs, mail, accounts, publicUrl, onEvent }: Deps) {
  /** Stores the event, queues its e-mail and calls the listener, in the transaction of the caller. */
  async function tell(tx: Db, event: MoneyEvent): Promise<void> {
    const id = await store.insertMoneyEvent(tx, event, clock.now());
    if (id === undefined) return;
    await jobs.add(tx, moneyMailJob, { id });
    await onEvent(tx, event);
  }

  /** Sends the e-mail of an event unless it has been sent. */
  async function sendMail(id: string): Promise<void> {
    const event = await store.findUnmailed(db, id);
    if (!event) return;
    const account = await accounts.get(event.accountId);
    if (account.isActive) {
      const letter = moneyMail(event, { username: account.username, publicUrl });
      await mail.send({ id, to: account.email, ...letter });
    }
    await store.markMailed(db, id, clock.now());
  }

  return { tell, sendMail };
}
