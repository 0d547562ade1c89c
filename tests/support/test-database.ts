import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Db, openDatabase } from '#server/platform/db/database.ts';

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
  drop(): Promise<void>;
};

/** Creates a database cloned from the migrated template and connects with the role of the application, as in production. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asSuperuser(`create database ${name} template news_template`);
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
    async drop() {
      await db.destroy();
      await asSuperuser(`drop database ${name} with (force)`);
    },
  };
}

/** Runs a statement outside the application as a superuser. */
export async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(inject('superuserUrl'), 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
