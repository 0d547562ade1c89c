import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from './database.ts';
import { isRetryable, isTimeout } from './db-errors.ts';
import type { DbLog } from './db-log.ts';
import { listMigrations, MigrationError, type MigrationFile, readMigrations } from './migration-files.ts';

export type MigrateOptions = {
  /** URL of a role that may create objects and will own them. */
  url: string;
  folder: string;
  log: DbLog;
  /** URL of the application. If its role is a different one, it is granted its rights. */
  appUrl?: string;
  /** The last file to apply; all by default. */
  lastName?: string | undefined;
};

// An arbitrary number, which must be the same in every version of the program.
const advisoryLockKey = 7_304_118_925;
const lockTimeoutMs = 2_000;
const maxRetries = 5;
const retryPauseMs = 500;
const advisoryPollMs = 100;
const connectTimeoutMs = 5_000;

/**
 * Applies the folder's new SQL files in order, each in its own transaction; only one process migrates at a time.
 * Returns the names of the applied files. When a file fails, the earlier ones stay applied: fix it and run again.
 */
export async function migrate({ url, folder, log, appUrl, lastName }: MigrateOptions): Promise<string[]> {
  const files = await readMigrations(folder);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'news-site migrate',
    connectionTimeoutMillis: connectTimeoutMs,
    lock_timeout: lockTimeoutMs,
    // A managed server may set a short default. A migration may run long, but must not wait long for a lock.
    options: '-c statement_timeout=0 -c client_min_messages=warning',
  });
  // The failing query reports the loss itself.
  client.on('error', () => {});
  await client.connect();
  try {
    await acquireMigrationLock(client, log);
    await createHistory(client);
    const applied = await applyPending(client, files, log, lastName);
    if (appUrl) await grantToApp(client, appUrl);
    return applied;
  } finally {
    await client.end();
  }
}

/** Names of the folder's migrations that are not applied to this database yet; throws for a newer schema. */
export async function pendingMigrations(db: Db, folder: string): Promise<string[]> {
  const names = await listMigrations(folder);
  const history = await sql<{ present: boolean }>`
    select to_regclass('public.schema_migrations') is not null as present`.execute(db);
  if (!history.rows[0]?.present) return names;
  const applied = await sql<{ name: string }>`select name from public.schema_migrations`.execute(db);
  const known = new Set(applied.rows.map((row) => row.name));
  refuseNewerSchema([...known], names);
  return names.filter((name) => !known.has(name));
}

/** An older release would write rows without what newer tables and triggers expect. */
function refuseNewerSchema(applied: string[], names: string[]): void {
  const ours = new Set(names);
  const unknown = applied.filter((name) => !ours.has(name)).sort();
  const [first] = unknown;
  if (first === undefined) return;
  const others = unknown.length > 1 ? ` and ${unknown.length - 1} more` : '';
  throw new MigrationError(
    `the database belongs to a newer release: this one does not know the migration ${first}${others}; start the newer release, or restore a backup from before the upgrade`,
  );
}

/** Polls, because lock_timeout would end a wait inside PostgreSQL. */
async function acquireMigrationLock(client: pg.Client, log: DbLog): Promise<void> {
  for (let waits = 0; ; waits += 1) {
    const result = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [
      advisoryLockKey,
    ]);
    if (result.rows[0]?.ours) return;
    if (waits === 0) log.info({}, 'another process is migrating the database; waiting for it');
    await sleep(advisoryPollMs);
  }
}

async function createHistory(client: pg.Client): Promise<void> {
  await client.query(`
    create table if not exists public.schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
}

async function applyPending(
  client: pg.Client,
  files: MigrationFile[],
  log: DbLog,
  lastName: string | undefined,
): Promise<string[]> {
  const history = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.schema_migrations order by name',
  );
  const checksums = new Map(history.rows.map((row) => [row.name, row.checksum]));
  const last = history.rows.at(-1)?.name ?? '';
  refuseNewerSchema(
    [...checksums.keys()],
    files.map(({ name }) => name),
  );
  for (const file of files) checkAgainstHistory(file, checksums.get(file.name), last);

  const applied: string[] = [];
  for (const file of files) {
    if (checksums.has(file.name) || (lastName !== undefined && file.name > lastName)) continue;
    const startedAt = performance.now();
    await applyWithRetries(client, file, log);
    log.info({ migration: file.name, ms: Math.round(performance.now() - startedAt) }, 'migration applied');
    applied.push(file.name);
  }
  return applied;
}

function checkAgainstHistory(file: MigrationFile, appliedChecksum: string | undefined, last: string): void {
  if (appliedChecksum === undefined) {
    if (file.name > last) return;
    throw new MigrationError(
      `${file.name} is new but comes before ${last}, already applied; give it a later number`,
    );
  }
  if ([file.checksum, ...file.earlierChecksums].includes(appliedChecksum)) return;
  throw new MigrationError(
    `${file.name} was changed after it was applied; undo the change and add a new file`,
  );
}

/** Another session may lock a table for a while, so the whole file is retried. */
async function applyWithRetries(client: pg.Client, file: MigrationFile, log: DbLog): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(client, file);
    } catch (error) {
      const isBusy = isTimeout(error) || isRetryable(error);
      if (!isBusy || attempt > maxRetries) throw withLocation(error, file);
      log.warn({ migration: file.name, attempt }, 'migration waits for a locked table');
      await sleep(retryPauseMs);
    }
  }
}

async function apply(client: pg.Client, file: MigrationFile): Promise<void> {
  if (file.concurrentStatements) return applyConcurrently(client, file, file.concurrentStatements);
  await client.query('begin');
  try {
    await client.query(file.sql);
    await recordApplied(client, file);
    await client.query('commit');
  } catch (error) {
    // A rollback fails only when the connection is lost, which also ends the transaction.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Waits as long as it takes: such a statement waits for older transactions, and nobody waits for it. */
async function applyConcurrently(
  client: pg.Client,
  file: MigrationFile,
  statements: string[],
): Promise<void> {
  await client.query('set lock_timeout = 0');
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.query(`set lock_timeout = ${lockTimeoutMs}`).catch(() => {});
  }
  await recordApplied(client, file);
}

async function recordApplied(client: pg.Client, { name, checksum }: MigrationFile): Promise<void> {
  await client.query('insert into public.schema_migrations (name, checksum) values ($1, $2)', [
    name,
    checksum,
  ]);
}

function withLocation(error: unknown, file: MigrationFile): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const offset = Number(error.position);
  const line = offset > 0 ? `:${file.sql.slice(0, offset).split('\n').length}` : '';
  return new MigrationError(`${file.name}${line}: ${error.message}`, { cause: error });
}

/** Only objects on which the role has no rights yet: narrower grants of a migration stay as they are. */
async function grantToApp(client: pg.Client, appUrl: string): Promise<void> {
  const role = new pg.Client({ connectionString: appUrl }).user;
  const me = await client.query<{ role: string }>('select current_user as role');
  if (!role || role === me.rows[0]?.role) return;
  const missing = await client.query<{ statement: string }>(missingGrants, [role]);
  if (missing.rows.length === 0) return;
  await client.query(['begin', ...missing.rows.map((row) => row.statement), 'commit'].join(';\n'));
}

const missingGrants = `
  select format('grant usage on schema public to %I', $1::text) as statement
   where not has_schema_privilege($1, 'public', 'usage')
  union all
  select format(
           case c.relkind
             when 'S' then 'grant usage, select on sequence %s to %I'
             else 'grant select, insert, update, delete on table %s to %I'
           end, c.oid::regclass, $1::text)
    from pg_class c
   where c.relnamespace = 'public'::regnamespace
     and c.relname <> 'schema_migrations'
     and c.relkind in ('r', 'p', 'v', 'm', 'S')
     and pg_has_role(c.relowner, 'member')
     and not exists (
       select from aclexplode(c.relacl) acl
        where acl.grantee = (select oid from pg_roles where rolname = $1))
  union all
  select format('grant select on public.schema_migrations to %I', $1::text)
   where not has_table_privilege($1, 'public.schema_migrations', 'select')
  union all
  select format('revoke insert, update, delete on public.schema_migrations from %I', $1::text)
   where has_table_privilege($1, 'public.schema_migrations', 'insert')`;
