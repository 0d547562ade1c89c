import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createImageForm } from '#tests/support/image-form.ts';
import { subscribe } from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Jobs over many rows: a row that fails stays for the next run, and stops no other. */
type Case = {
  job: string;
  table: 'posts' | 'accounts' | 'subscriptions' | 'media' | 'moderation_decisions' | 'post_search_index';
  /** Prepares a row for the job; resolves to the account of the row. */
  create(): Promise<number>;
  owner: 'id' | 'author_id' | 'account_id' | 'owner_id';
  /** The condition of a row for which the job has done its work; a row that is gone counts. */
  done: string;
  daysUntilDue: number;
  /** The writes that fail. */
  writes?: string;
};

let app: TestApp;
let database: pg.Client;
let now = new Date();
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
  database = new pg.Client({ connectionString: app.ownerUrl });
  await database.connect();
  await database.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'this row fails'; end $$`);
});
afterAll(async () => {
  await database?.end();
  await app?.stop();
});

const cases: Case[] = [
  {
    job: 'posts.publish',
    table: 'posts',
    owner: 'author_id',
    async create() {
      const author = await app.createUser();
      await app.createPost(author, { publish_at: inDays(1).toISOString() });
      return author.user.id;
    },
    done: `status = 'published'`,
    daysUntilDue: 2,
  },
  {
    job: 'posts.analyse-outdated',
    table: 'post_search_index',
    owner: 'author_id',
    async create() {
      const author = await app.createUser();
      await app.createPost(author);
      await app.runJobs();
      await app.call('updateProfile', { as: author, body: { first_name: 'Евпатий' } });
      return author.user.id;
    },
    done: `analysis::text like '%евпатий%'`,
    daysUntilDue: 0,
    writes: 'update of analysis',
  },
  {
    job: 'departures.delete-accounts',
    table: 'accounts',
    owner: 'id',
    async create() {
      const user = await app.createUser();
      await app.call('requestAccountDeletion', { as: user, body: { texts: 'remove' } });
      return user.user.id;
    },
    done: `username like 'deleted%'`,
    daysUntilDue: 31,
  },
  {
    job: 'subscriptions.expire',
    table: 'subscriptions',
    owner: 'account_id',
    async create() {
      const user = await app.createUser();
      await subscribe(app, user);
      return user.user.id;
    },
    done: `status = 'expired'`,
    daysUntilDue: 40,
  },
  {
    job: 'media.sweep',
    table: 'media',
    owner: 'owner_id',
    async create() {
      const user = await app.createUser();
      await app.call('uploadImage', { as: user, body: await createImageForm() });
      await app.runJob('media.sweep');
      return user.user.id;
    },
    done: 'false',
    daysUntilDue: 2,
  },
  {
    job: 'moderation.endOverdue',
    table: 'moderation_decisions',
    owner: 'account_id',
    async create() {
      const { id } = (await app.createUser()).user;
      const body = { kind: 'disable', days: 1, rule: 'spam', reason: 'Реклама' };
      await app.call('sanctionAccount', {
        as: await app.createUser({ role: 'moderator' }),
        params: { id },
        body,
      });
      return id;
    },
    done: 'ended_at is not null',
    daysUntilDue: 2,
  },
];

it.each(cases)(
  '$job',
  async ({ job, table, owner, create, done, daysUntilDue, writes = 'update or delete' }) => {
    const [failing, other] = [await create(), await create()];
    const isDone = async (account: number) => {
      const { rows } = await database.query(
        `select ${done} as done from ${table} where ${owner} = ${account}`,
      );
      return rows.every((row) => row.done);
    };
    now = inDays(daysUntilDue);
    expect([await isDone(failing), await isDone(other)]).toEqual([false, false]);
    await database.query(
      `create trigger fails before ${writes} on ${table} for each row when (old.${owner} = ${failing}) execute function fail()`,
    );
    await app.runJob(job);
    expect([await isDone(failing), await isDone(other)]).toEqual([false, true]);
    await database.query(`drop trigger fails on ${table}`);
    await app.runJob(job);
    expect(await isDone(failing)).toBe(true);
  },
);
