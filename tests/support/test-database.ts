import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Db, openDatabase } from '#server/platform/db/database.ts';

export type SentQuery = { text: string; parameters: readonly unknown[] };

export type TestDatabase = {
  db: Db;
  url: string;
  /** For what only the owner of the tables may do. */
  ownerUrl: string;
  /** How many statements the application has sent so far. */
  queryCount(): number;
  /** What `work` has the application send. */
  recordQueries(work: () => Promise<unknown>): Promise<SentQuery[]>;
  drop(): Promise<void>;
};

/** A database of one's own, cloned from the migrated template; the application's role, as in production. */
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

/** Runs a statement beside the application, as whoever runs the server might. */
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
