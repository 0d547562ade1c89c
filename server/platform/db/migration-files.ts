import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export type MigrationFile = {
  name: string;
  sql: string;
  checksum: string;
  /** Of earlier texts of the file that had the same effect: databases that applied one of those are as good. */
  earlierChecksums: string[];
};

/** A migration file or its history is not as it must be; the message is one line for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

const namePattern = /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.sql$/;
// PL/pgSQL's own `begin` carries no semicolon.
const transactionControl =
  /^[ \t]*(?:begin|start transaction|commit|rollback)(?:[ \t]+(?:work|transaction))?[ \t]*;/im;

/**
 * The one way to change a migration that others have applied: the new text has the same effect, and a line of it names the
 * checksum of the old one, with the reason.
 */
const sameEffect = /^-- same effect as ([0-9a-f]{64}): \S/gm;

/** The folder's migrations in order; refuses names and contents that could not be applied as one list. */
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

/** The names of a folder's migrations, without reading the files. */
export async function listMigrations(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => namePattern.test(name)).sort();
}

async function readMigration(folder: string, name: string): Promise<MigrationFile> {
  // A checkout with CRLF line ends is the same migration.
  const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
  if (transactionControl.test(sql)) {
    throw new MigrationError(`${name}: each file already runs in its own transaction; remove begin/commit`);
  }
  const earlierChecksums = [...sql.matchAll(sameEffect)].flatMap(([, checksum]) => checksum ?? []);
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex'), earlierChecksums };
}
