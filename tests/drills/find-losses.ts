import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { findWrongCounters } from '../support/counters.ts';
import { hangLimitMs } from '../support/hang-limit.ts';
import { findInvariantViolations } from '../support/subscriptions.ts';
import type { Ledger, Saved, Written } from './ledger.ts';

/**
 * Compares the database with the ledger: every acknowledged write is there, nothing is there twice, the counters are
 * right. Returns one line for each difference.
 */
export async function findLosses(db: Db, ledger: Ledger): Promise<string[]> {
  const accounts = await listTexts(db, 'accounts', 'username');
  const missing = ledger.accounts.filter((name) => accounts.get(name) !== 1);
  return [
    ...missing.map((name) => `account ${name}: ${accounts.get(name) ?? 0} rows`),
    ...findWrittenLosses(ledger.posts, await listTexts(db, 'posts', 'title')),
    ...findWrittenLosses(ledger.comments, await listTexts(db, 'comments', 'content')),
    ...findSaveLosses(ledger.drafts, await readDrafts(db)),
    ...findSaveLosses(ledger.profiles, await readProfiles(db)),
    ...(await findWrongCounters(db)).map((row) => `counter ${JSON.stringify(row)}`),
    ...(await findInvariantViolations({ db })).map((row) => `subscription ${JSON.stringify(row)}`),
    ...(await findFailedJobs(db)),
  ];
}

/** The rest, once all jobs are done: what jobs do has happened, once for each acknowledged write. */
export async function findJobLosses(db: Db, ledger: Ledger, dataDir: string): Promise<string[]> {
  const payments = await sql<{ id: number; account: string; effects: string }>`
    select p.id, a.username as account, concat_ws(' ', p.state, coalesce(grants.n, 0), coalesce(active.n, 0),
        coalesce(activated.n, 0), coalesce(mailed.n, 0), coalesce(notified.n, 0)) as effects
      from payments p join accounts a on a.id = p.account_id
      left join (select payment_id, count(*) as n from entitlement_ledger where kind = 'grant' group by 1) as grants
        on grants.payment_id = p.id
      left join (select account_id, count(*) as n from subscriptions where status = 'active' group by 1) as active
        on active.account_id = a.id
      left join (select account_id, count(*) as n from subscription_history where action = 'activated' group by 1)
        as activated on activated.account_id = a.id
      left join (select account_id, count(*) as n from billing_events where kind = 'paid' and mailed_at is not null
        group by 1) as mailed on mailed.account_id = a.id
      left join (select account_id, count(*) as n from notifications where kind = 'subscription_activated' group by 1)
        as notified on notified.account_id = a.id
     where p.id = any(${ledger.payments}::bigint[])`.execute(db);
  const welcomes = await sql<{ username: string }>`
    select named.username from unnest(${ledger.accounts}::text[]) as named (username)
      left join (select username, count(*) as n from notifications join accounts on accounts.id = account_id
        where kind = 'welcome' group by 1) as welcomed on welcomed.username = named.username
     where coalesce(welcomed.n, 0) <> 1`.execute(db);
  const effectsOf = new Map(payments.rows.map(({ id, effects }) => [id, effects]));
  const buyers = new Set(payments.rows.map(({ account }) => account));
  const mails = countMails(join(dataDir, 'mail'));
  return [
    ...ledger.payments
      .filter((id) => effectsOf.get(id) !== 'paid 1 1 1 1 1')
      .map((id) => `payment ${id}: ${effectsOf.get(id) ?? 'missing'}`),
    ...welcomes.rows.map(({ username }) => `notification of ${username}`),
    ...ledger.accounts.flatMap((name) => {
      // The confirmation of the address, and of the payment.
      const expected = buyers.has(name) ? 2 : 1;
      const sent = mails.get(`${name}@example.com`) ?? 0;
      return sent === expected ? [] : [`mails to ${name}: ${sent} instead of ${expected}`];
    }),
  ];
}

/**
 * Waits until no job is due, running or waiting for a retry soon, and no checkout is open whose payer has paid: the webhook
 * of a payment is lost if the process dies before it is stored, and then the reconciler asks the provider.
 */
export async function waitForJobs(db: Db): Promise<void> {
  const deadline = performance.now() + hangLimitMs;
  for (;;) {
    const { rows } = await sql<{ what: string }>`
      select 'payment ' || payment_id as what from sandbox_sessions
        join checkouts using (payment_id, attempt)
       where status = 'paid' and settled_at is null
      union all
      select task_identifier from graphile_worker.jobs
       where attempts < max_attempts and (locked_at is not null or run_at < now() + interval '5 minutes')`.execute(
      db,
    );
    if (rows.length === 0) return;
    if (performance.now() > deadline) throw new Error(`not done: ${rows.map(({ what }) => what).join(', ')}`);
    await sleep(100);
  }
}

function findWrittenLosses({ acknowledged, sent }: Written, stored: Map<string, number>): string[] {
  return [
    ...acknowledged.filter((text) => !stored.has(text)).map((text) => `${text}: lost`),
    ...sent.filter((text) => (stored.get(text) ?? 0) > 1).map((text) => `${text}: stored twice`),
  ];
}

function findSaveLosses(saves: Record<string, Saved>, stored: Map<string, number>): string[] {
  return Object.entries(saves).flatMap(([name, { acknowledged, sent }]) => {
    const number = stored.get(name) ?? 0;
    const isRight = number >= acknowledged && number <= sent;
    return isRight ? [] : [`${name}: ${number} is stored, ${acknowledged} was acknowledged`];
  });
}

async function listTexts(db: Db, table: string, column: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ text: string; count: number }>`
    select ${sql.ref(column)} as text, count(*) from ${sql.table(table)} group by 1`.execute(db);
  return new Map(rows.map(({ text, count }) => [text, Number(count)]));
}

async function readDrafts(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('post_drafts').select(['key', 'title']).execute();
  return new Map(rows.map(({ key, title }) => [key, Number(title.split(' ')[1])]));
}

async function readProfiles(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('accounts').select(['username', 'bio']).execute();
  return new Map(rows.map(({ username, bio }) => [username, Number(bio)]));
}

async function findFailedJobs(db: Db): Promise<string[]> {
  const { rows } = await sql<{ task: string; error: string }>`
    select task_identifier as task, last_error as error from graphile_worker.jobs
     where attempts >= max_attempts`.execute(db);
  return rows.map(({ task, error }) => `job ${task} failed: ${error}`);
}

/** The number of mails to each address; a site without a mail server writes them to files. */
function countMails(folder: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.eml'))) {
    const to = /^To: .*?([\w.-]+@[\w.-]+)/m.exec(readFileSync(join(folder, file), 'utf8'))?.[1] ?? '';
    counts.set(to, (counts.get(to) ?? 0) + 1);
  }
  return counts;
}
