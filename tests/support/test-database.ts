import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Db, openDatabase } from '#server/platform/db/database.ts';
import { emptyDatabase, readTemplate, type Template, templateName } from './empty-database.ts';
import { hangLimitMs } from './hang-limit.ts';

export type SentQuery = { text: string; parameters: readonly unknown[] };

export type TestDatabase = {
  db: Db;
  url: string;
  /** A connection as the owner of the tables. */
  ownerUrl: string;
  /** The number of statements that the application has sent. */
  queryCount(): number;
  /** Records the statements that the application sends during `work`. */
  recordQueries(work: () => Promise<unknown>): Promise<SentQuery[]>;
  /** Closes its connections. Another test file of this process may use it. */
  release(): Promise<void>;
};

/** Databases of this process that no test uses, each with the rows of the last one. */
const unused: string[] = [];
let template: Promise<Template> | undefined;

/**
 * A database like the migrated template, with a connection of the role of the application, as in production. One that an
 * earlier test file of this process has left is emptied, which takes less time than a new one.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = (await takeUnused()) ?? (await createDatabase());
  const url = withDatabase(inject('appUrl'), name);
  let queries = 0;
  let record: SentQuery[] | undefined;
  const db = openDatabase({
    url,
    maxConnections: 10,
    applicationName: 'test',
    onQuery: (text, parameters) => {
      queries += 1;
      record?.push({ text, parameters });
    },
  });
  return {
    db,
    url,
    ownerUrl: withDatabase(inject('superuserUrl'), name),
    queryCount: () => queries,
    async recordQueries(work) {
      const recorded: SentQuery[] = [];
      record = recorded;
      await work();
      record = undefined;
      return recorded;
    },
    async release() {
      await db.destroy();
      unused.push(name);
    },
  };
}

async function createDatabase(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asSuperuser(`create database ${name} template ${templateName}`);
  // Not from the template itself: one with connections cannot be copied.
  template ??= inDatabase(name, readTemplate);
  await template;
  return name;
}

/** An emptied database; one whose schema a test has changed is dropped. */
async function takeUnused(): Promise<string | undefined> {
  const name = unused.pop();
  if (name === undefined || template === undefined) return undefined;
  const like = await template;
  // Connections that a test has left would see the rows of another.
  await asSuperuser(
    `select pg_terminate_backend(pid, ${hangLimitMs}) from pg_stat_activity where datname = '${name}'`,
  );
  if (await inDatabase(name, (client) => emptyDatabase(client, like))) return name;
  await asSuperuser(`drop database ${name} with (force)`);
  return takeUnused();
}

/** Runs a statement outside the application as a superuser. */
export async function asSuperuser(statement: string): Promise<void> {
  await inDatabase('postgres', (client) => client.query(statement));
}

async function inDatabase<Result>(
  name: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: withDatabase(inject('superuserUrl'), name) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
