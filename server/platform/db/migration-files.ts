import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export type MigrationFile = {
  name: string;
  sql: string;
  checksum: string;
  /**
   * Checksums of earlier versions of the file with the same effect. A database that applied one of them is up to date.
   */
  earlierChecksums: string[];
  /** The statements of a file that runs outside a transaction; undefined for every other file. */
  concurrentStatements: string[] | undefined;
};

/** A migration file or the history is invalid. The message is one line for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

const namePattern = /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.sql$/;
// In PL/pgSQL no semicolon follows `begin`.
const transactionControl =
  /^[ \t]*(?:begin|start transaction|commit|rollback)(?:[ \t]+(?:work|transaction))?[ \t]*;/im;

/**
 * The only way to change an applied migration: the new text has the same effect, and one of its lines names the
 * checksum of the old text, with the reason.
 */
const sameEffect = /^-- same effect as ([0-9a-f]{64}): \S/gm;

/**
 * A line that makes a file run outside a transaction, which `create index concurrently` needs. A killed run leaves an
 * invalid index behind, so each index is dropped before it is created, and the file can run again.
 */
const outsideTransaction = /^-- outside a transaction: \S/m;
const concurrentPair =
  /^drop index concurrently if exists (\w+);\s*create (?:unique )?index concurrently \1 on [^;]+;\s*/i;

/** Reads the folder's migrations in order; throws for names and contents that cannot be applied as one list. */
export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  for (const name of names) {
    const number = namePattern.exec(name)?.[1];
    if (!number) throw new MigrationError(`${name}: a migration is named like 0001-accounts.sql`);
    if (numbers.has(number)) throw new MigrationError(`${name}: the number ${number} is used twice`);
    numbers.add(number);
  }
  return Promise.all(names.map((name) => readMigration(folder, name)));
}

/** Names of the folder's migrations, without reading the files. */
export async function listMigrations(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => namePattern.test(name)).sort();
}

async function readMigration(folder: string, name: string): Promise<MigrationFile> {
  // A checkout with CRLF line endings is the same migration.
  const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
  if (transactionControl.test(sql)) {
    throw new MigrationError(`${name}: each file already runs in its own transaction; remove begin/commit`);
  }
  const earlierChecksums = [...sql.matchAll(sameEffect)].flatMap(([, checksum]) => checksum ?? []);
  const checksum = createHash('sha256').update(sql).digest('hex');
  const concurrentStatements = outsideTransaction.test(sql) ? readConcurrentStatements(name, sql) : undefined;
  return { name, sql, checksum, earlierChecksums, concurrentStatements };
}

function readConcurrentStatements(name: string, sql: string): string[] {
  let rest = sql.replaceAll(/^--.*$/gm, '').trimStart();
  const statements: string[] = [];
  while (rest !== '') {
    const pair = concurrentPair.exec(rest)?.[0];
    if (!pair)
      throw new MigrationError(
        `${name}: outside a transaction only pairs of "drop index concurrently if exists" and "create index concurrently" may run`,
      );
    statements.push(...pair.trim().split(/(?<=;)\s*/));
    rest = rest.slice(pair.length);
  }
  return statements;
}
