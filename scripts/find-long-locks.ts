import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { MigrationFile } from '../server/platform/db/migration-files.ts';

type Migration = Pick<MigrationFile, 'name' | 'sql' | 'concurrentStatements'>;
type Finding = { line: number; rule_name: string; message: string; help: string | null };

/** Rules of Squawk about style, and about timeouts that the migrator sets itself. */
const excludedRules = [
  'ban-char-field',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
  'prefer-robust-stmts',
  'prefer-text-field',
  'prefer-timestamp-tz',
  'require-lock-timeout',
  'require-statement-timeout',
];
/** Statements that lock rows or a table for as long as they run, and that Squawk permits. */
const longStatement = /^(?:update|delete\s+from|lock(?:\s+table)?|cluster)\s+(?:only\s+)?"?(\w+)/i;
/** The comment that accepts such a statement. */
const accepted = /^-- lock accepted: \S/m;

/**
 * Statements of the migrations that block the readers or writers of an existing table, or that a neighbouring release
 * cannot work with. `-- squawk-ignore RULE` or `-- lock accepted: reason` above a statement accepts it.
 */
export function findLongLocks(files: Migration[], folder: string): string[] {
  return files.flatMap((file) => [...findWithSquawk(file, folder), ...findLongStatements(file)]);
}

function findWithSquawk({ name, sql, concurrentStatements }: Migration, folder: string): string[] {
  const squawk = resolve(import.meta.dirname, '../node_modules/.bin/squawk');
  const transaction = concurrentStatements ? '--no-assume-in-transaction' : '--assume-in-transaction';
  const args = ['--pg-version=15', transaction, '--reporter=json', `--exclude=${excludedRules.join(',')}`];
  const output = runForFindings(squawk, [...args, `--stdin-filepath=${resolve(folder, name)}`], sql);
  return (JSON.parse(output || '[]') as Finding[]).map(
    ({ line, rule_name: rule, message, help }) =>
      `${name}:${line + 1} ${rule}: ${[message, help].filter(Boolean).join(' ')}`,
  );
}

/** Squawk exits with 1 when it finds something. */
function runForFindings(program: string, args: string[], input: string): string {
  try {
    return execFileSync(program, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'inherit'] });
  } catch (error) {
    const { stdout, status } = error as { stdout?: string; status?: number };
    if (status !== 1 || !stdout) throw error;
    return stdout;
  }
}

function findLongStatements({ name, sql }: Migration): string[] {
  // Bodies of functions run later; their lines are kept so that the numbers stay right.
  const outside = sql.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, (body) => body.replaceAll(/[^\n]/g, ' '));
  const created = new Set(
    [...outside.matchAll(/^create table (?:if not exists )?(\w+)/gim)].map(([, table]) => table),
  );
  let line = 1;
  return outside.split(';').flatMap((part) => {
    const comments = part.match(/^(?:\s|--.*\n)*/)?.[0] ?? '';
    const table = longStatement.exec(part.slice(comments.length))?.[1];
    const at = line + comments.split('\n').length - 1;
    line += part.split('\n').length - 1;
    if (table === undefined || created.has(table) || accepted.test(comments)) return [];
    return [
      `${name}:${at} changes or locks all of ${table} in one transaction: let a job do it in batches, or write "-- lock accepted: reason" above the statement`,
    ];
  });
}
