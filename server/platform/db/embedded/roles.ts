import pg from 'pg';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { ServerSecrets } from './server-secrets.ts';

export type ServerUrls = { appUrl: string; migrationUrl: string; superuserUrl: string };

const database = 'news';
const migrator = 'news_migrator';
const app = 'news_app';
// Written last. A start that does not find this marker runs all steps below. Raise the number when they change.
const marker = 'news-site roles 1';
const connectTimeoutMs = 10_000;
const invalidPassword = '28P01';

export function serverUrls(socketFolder: string, secrets: ServerSecrets): ServerUrls {
  const url = (role: string, password: string, name: string) =>
    `postgresql://${role}:${password}@localhost:5432/${name}?host=${encodeURIComponent(socketFolder)}`;
  return {
    appUrl: url(app, secrets.app, database),
    migrationUrl: url(migrator, secrets.migrator, database),
    superuserUrl: url('postgres', secrets.superuser, 'postgres'),
  };
}

/**
 * Creates, where missing, the database, its owner role and the application's role, which may read and write rows but
 * not create anything. Fails when the server does not accept our password or serves another folder.
 */
export async function prepareRoles(urls: ServerUrls, secrets: ServerSecrets, cluster: string): Promise<void> {
  await withClient(urls.superuserUrl, async (client) => {
    await requireCluster(client, cluster);
    const found = await client.query<{ note: string | null }>(
      `select shobj_description(oid, 'pg_database') as note from pg_database where datname = $1`,
      [database],
    );
    if (found.rows[0]?.note === marker) return;
    await createRole(client, migrator, secrets.migrator);
    await createRole(client, app, secrets.app);
    if (found.rows.length === 0) await client.query(`create database ${database} owner ${migrator}`);
    await withClient(urls.superuserUrl.replace('/postgres?', `/${database}?`), (inside) =>
      inside.query(rights),
    );
    await client.query(`comment on database ${database} is '${marker}'`);
  });
}

const rights = `
  revoke all on database ${database} from public;
  grant connect on database ${database} to ${app};
  revoke create on schema public from public;
  grant usage on schema public to ${app};
  alter default privileges for role ${migrator} grant usage on schemas to ${app};
  alter default privileges for role ${migrator} grant select, insert, update, delete on tables to ${app};
  alter default privileges for role ${migrator} grant usage, select on sequences to ${app};`;

async function requireCluster(client: pg.Client, cluster: string): Promise<void> {
  const result = await client.query<{ data_directory: string }>('show data_directory');
  const served = result.rows[0]?.data_directory;
  if (served === cluster) return;
  throw new EmbeddedPostgresError(
    'start-failed',
    `the socket belongs to a server of ${served}, not ${cluster}`,
  );
}

async function createRole(client: pg.Client, role: string, password: string): Promise<void> {
  const found = await client.query('select from pg_roles where rolname = $1', [role]);
  if (found.rows.length === 0) await client.query(`create role ${role} login`);
  await client.query(`alter role ${role} password ${pg.escapeLiteral(password)}`);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'news-site supervisor',
    connectionTimeoutMillis: connectTimeoutMs,
    // PostgreSQL logs failing statements with their text, which here contains passwords.
    options: '-c log_min_error_statement=panic -c client_min_messages=warning',
  });
  // The failing query reports the loss itself.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw error instanceof pg.DatabaseError && error.code === invalidPassword ? wrongPassword(error) : error;
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function wrongPassword(cause: Error): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'secrets-lost',
    'the database does not accept the passwords in postgres-secrets.json; restore that file from the same backup as the postgres folder',
    { cause },
  );
}
