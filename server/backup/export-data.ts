import { createHash, hash } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { exportData as texts } from '#locales/ru/export-data.ts';
import { formulaStart } from '#server/platform/csv.ts';
import { BackupError } from './backup-error.ts';
import { syncPath } from './folder-store.ts';
import { beginSnapshot, withSite } from './snapshot.ts';
import { copyRows, listTables } from './table-copy.ts';

export const exportFormats = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

type ExportOptions = {
  migrationUrl: string;
  publicUrl: string;
  release: string;
  /** A folder that does not exist yet; undefined reads everything and writes nothing. */
  folder: string | undefined;
  format: ExportFormat;
  signal: AbortSignal;
  onProgress(progress: { table: string; bytes: number }): void;
};

type Column = { name: string; type: string };
type ExportedTable = {
  name: string;
  file: string;
  rows: number;
  bytes: number;
  sha256: string;
  columns: Column[];
};
export type ExportManifest = {
  format: number;
  createdAt: string;
  release: string;
  publicUrl: string;
  migration: string;
  encoding: ExportFormat;
  tables: ExportedTable[];
  leftOut: string[];
};

/** Raised when readers of an export have to change. */
const manifestFormat = 1;
/** Passwords and tokens, also as hashes, and stored responses, which may contain tokens. */
export const secretColumns = new Set([
  'accounts.password_hash',
  'account_tokens.hash',
  'checkouts.checkout_url',
  'draft_links.token_hash',
  'email_changes.new_hash',
  'email_changes.old_hash',
  'idempotency_keys.body',
  'idempotency_keys.fingerprint',
  'known_networks.network_hash',
  'recovery_codes.hash',
  'refresh_tokens.hash',
  'totp_secrets.secret',
  'used_challenges.hash',
]);
/** The queue of jobs belongs to a library and has no content of the site. */
const exportedSchema = 'public.';
const privateFile = 0o600;
const privateFolder = 0o700;
const unfinishedSuffix = '.unfinished';

/**
 * Writes every table, as of one snapshot, into a file of its own, without secrets. The folder has its name only when it is complete
 * and on disk.
 */
export async function exportData(options: ExportOptions): Promise<ExportManifest> {
  const { folder } = options;
  if (folder === undefined) return readSite(options, undefined);
  const unfinished = `${folder}${unfinishedSuffix}`;
  await mkdir(unfinished, { mode: privateFolder }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new BackupError(texts.unfinished(unfinished)) : error;
  });
  try {
    const manifest = await readSite(options, unfinished);
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeWhole(join(unfinished, 'manifest.json'), text);
    const sums = manifest.tables.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join('');
    await writeWhole(join(unfinished, 'SHA256SUMS'), `${sums}${hash('sha256', text)}  manifest.json\n`);
    await syncPath(unfinished);
    await rename(unfinished, folder);
    await syncPath(dirname(folder));
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

function readSite(options: ExportOptions, folder: string | undefined): Promise<ExportManifest> {
  return withSite(options.migrationUrl, 'news-site export', async (client) => {
    await beginSnapshot(client);
    const migration = await client.query<{ name: string }>(
      'select name from public.schema_migrations order by name desc limit 1',
    );
    const all = await listTables(client);
    const tables: ExportedTable[] = [];
    for (const { name, columns } of all.filter((table) => table.name.startsWith(exportedSchema))) {
      const table = name.slice(exportedSchema.length);
      const kept = columns.filter((column) => !secretColumns.has(`${table}.${column}`));
      tables.push(await exportTable(client, { table, columns: kept }, { ...options, folder }));
    }
    await client.query('commit');
    return {
      format: manifestFormat,
      createdAt: new Date().toISOString(),
      release: options.release,
      publicUrl: options.publicUrl,
      migration: migration.rows[0]?.name ?? '',
      encoding: options.format,
      tables,
      leftOut: [...secretColumns].sort(),
    };
  });
}

async function exportTable(
  client: pg.Client,
  { table, columns }: { table: string; columns: string[] },
  { folder, format, signal, onProgress }: ExportOptions,
): Promise<ExportedTable> {
  const file = `${table}.${format}`;
  const output = folder === undefined ? undefined : await open(join(folder, file), 'wx', privateFile);
  const digest = createHash('sha256');
  let bytes = 0;
  try {
    const described = await describeTypes(client, table, columns);
    const rows = await copyRows(client, describeCopy(client, table, described, format), async (part) => {
      signal.throwIfAborted();
      digest.update(part);
      bytes += part.length;
      await output?.writeFile(part);
      onProgress({ table, bytes });
    });
    await output?.sync();
    return { name: table, file, rows, bytes, sha256: digest.digest('hex'), columns: described };
  } finally {
    await output?.close();
  }
}

/**
 * Each row is one JSON object, or one record of CSV with a header, in which only null is not quoted and no text is a formula.
 * JSON never contains the control characters that stand here as delimiter and quote, so COPY leaves it as it is.
 */
function describeCopy(client: pg.Client, table: string, columns: Column[], format: ExportFormat): string {
  const isCsv = format === 'csv';
  const values = columns.map(({ name, type }) => {
    const value = client.escapeIdentifier(name);
    return isCsv && textTypes.test(type) ? `${markFormulas(client, value)} as ${value}` : value;
  });
  const rows = `select ${values.join(', ')} from public.${client.escapeIdentifier(table)}`;
  return isCsv
    ? `copy (${rows}) to stdout (format csv, header, force_quote *)`
    : `copy (select row_to_json(r) from (${rows}) r) to stdout (format csv, delimiter e'\\x02', quote e'\\x01')`;
}

const textTypes = /text|char|json/;

const markFormulas = (client: pg.Client, value: string): string =>
  `regexp_replace(${value}::text, ${client.escapeLiteral(formulaStart.source)}, ${client.escapeLiteral("\\1'")}, 'g')`;

async function describeTypes(client: pg.Client, table: string, columns: string[]): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select attname::text as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = ($1)::regclass and attname = any ($2) order by attnum`,
    [`public.${client.escapeIdentifier(table)}`, columns],
  );
  return rows;
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', privateFile);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
