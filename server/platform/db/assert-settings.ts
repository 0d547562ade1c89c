import { sql } from 'kysely';
import type { Db } from './database.ts';
import type { DbLog } from './db-log.ts';

const oldestServerVersion = 150_000;
// `local` would return before a standby has the commit, `off` before the disk has it.
const durableCommits = ['on', 'remote_apply', 'remote_write'];
const undefinedFunction = '42883';

type Settings = {
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  server_version: string;
  server_version_num: string;
  server_encoding: string;
  data_checksums: string;
};

/** The server may lose or misread data. The message lists every violation. */
export class DatabaseSettingsError extends Error {
  override name = 'DatabaseSettingsError';
}

/**
 * Refuses a server that may lose acknowledged writes or cannot search Russian text. Call it after the migrations.
 * Throws DatabaseSettingsError with every violation; missing data checksums only cause a warning.
 */
export async function assertDatabaseSettings(db: Db, log: DbLog): Promise<void> {
  const settings = await readSettings(db);
  const violations = [...findViolations(settings), ...(await findTrigramViolation(db))];
  if (violations.length > 0) {
    throw new DatabaseSettingsError(
      `the PostgreSQL server is not fit for the site: ${violations.join('; ')}`,
    );
  }
  if (settings.data_checksums !== 'on') {
    log.warn({}, 'the PostgreSQL server has no data checksums: silent disk corruption would go unnoticed');
  }
}

async function readSettings(db: Db): Promise<Settings> {
  const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'server_version', 'server_version_num'];
  const columns = [...names, 'server_encoding', 'data_checksums'].map(
    (name) => sql`current_setting(${sql.lit(name)}) as ${sql.ref(name)}`,
  );
  const result = await sql<Settings>`select ${sql.join(columns)}`.execute(db);
  const settings = result.rows[0];
  if (!settings) throw new Error('the PostgreSQL server did not return its settings');
  return settings;
}

function findViolations(settings: Settings): string[] {
  const violations: string[] = [];
  for (const name of ['fsync', 'full_page_writes'] as const) {
    if (settings[name] !== 'on') violations.push(`${name} is ${settings[name]}, must be on`);
  }
  if (!durableCommits.includes(settings.synchronous_commit)) {
    violations.push(
      `synchronous_commit is ${settings.synchronous_commit}, must be one of ${durableCommits.join(', ')}`,
    );
  }
  if (Number(settings.server_version_num) < oldestServerVersion) {
    violations.push(`its version is ${settings.server_version}, must be 15 or newer`);
  }
  if (settings.server_encoding !== 'UTF8') {
    violations.push(`the database's encoding is ${settings.server_encoding}, must be UTF8`);
  }
  return violations;
}

async function findTrigramViolation(db: Db): Promise<string[]> {
  try {
    const result = await sql<{ knows_cyrillic: boolean }>`
      select show_trgm('Привет') <> '{}' as knows_cyrillic`.execute(db);
    if (result.rows[0]?.knows_cyrillic) return [];
    return [
      "trigrams ignore Cyrillic: the database's LC_CTYPE must be a UTF-8 one, e.g. C.UTF-8 or ru_RU.UTF-8",
    ];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === undefinedFunction) {
      return ['the extension pg_trgm is missing; run the migrations'];
    }
    throw error;
  }
}
