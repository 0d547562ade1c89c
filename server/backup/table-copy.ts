import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { createRowMeter } from './content-meter.ts';
import type { Content, Manifest, Sequences } from './manifest.ts';

type Table = Manifest['tables'][number];

/** The job queue is in its own schema. */
const schemas = ['public', 'graphile_worker'];
/** Written by the migrations themselves. */
const historyTables = ['public.schema_migrations', 'graphile_worker.migrations', 'public.unfinished_restore'];
const partBytes = 4 * 1024 * 1024;

/** The tables with their stored columns. Unlogged tables contain only what may be lost. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where n.nspname = any ($1) and c.relkind = 'r' and c.relpersistence = 'p'
        and n.nspname || '.' || c.relname <> all ($2)
      group by 1 order by 1`,
    [schemas, historyTables],
  );
  return rows;
}

export async function listSequences(client: pg.Client): Promise<Sequences> {
  const { rows } = await client.query<Sequences[number]>(
    `select schemaname || '.' || sequencename as name,
            coalesce(last_value, start_value)::text as "lastValue", last_value is not null as "isCalled"
       from pg_sequences where schemaname = any ($1) order by 1`,
    [schemas],
  );
  return rows;
}

export async function restoreSequences(client: pg.Client, sequences: Sequences): Promise<void> {
  for (const { name, lastValue, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      quoteTable(client, name),
      lastValue,
      isCalled,
    ]);
}

/** Reads a table in parts of bounded size and returns what it contained. */
export async function copyOut(
  client: pg.Client,
  { name, columns }: Table,
  onPart: (part: Buffer) => Promise<void>,
): Promise<Content> {
  const meter = createRowMeter();
  const statement = `copy ${describeColumns(client, { name, columns })} to stdout`;
  await copyRows(client, statement, onPart, (chunk) => meter.add(chunk));
  return meter.content();
}

/** Reads what a COPY statement sends, in parts of bounded size, and returns the number of its rows. */
export async function copyRows(
  client: pg.Client,
  statement: string,
  onPart: (part: Buffer) => Promise<void>,
  onChunk: (chunk: Buffer) => void = () => undefined,
): Promise<number> {
  const stream = client.query(copyTo(statement));
  let chunks: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    if (size === 0) return;
    const part = Buffer.concat(chunks);
    chunks = [];
    size = 0;
    await onPart(part);
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    onChunk(chunk);
    chunks.push(chunk);
    size += chunk.length;
    if (size >= partBytes) await flush();
  }
  await flush();
  return stream.rowCount;
}

/** Writes the parts of one table after the other. */
export function createTableLoader(client: pg.Client) {
  const contents = new Map<string, Content>();
  let current: ReturnType<typeof startTable> | undefined;

  function startTable(table: Table) {
    const stream = client.query(copyFrom(`copy ${describeColumns(client, table)} from stdin`));
    // `finished` reports the error; without a listener it would end the process.
    const ended = finished(stream);
    ended.catch(() => undefined);
    return { name: table.name, stream, ended, meter: createRowMeter() };
  }

  async function end(): Promise<void> {
    if (!current) return;
    current.stream.end();
    await current.ended;
    contents.set(current.name, current.meter.content());
    current = undefined;
  }

  return {
    async add(table: Table, part: Buffer): Promise<void> {
      if (current?.name !== table.name) {
        await end();
        current = startTable(table);
      }
      const { stream, ended, meter } = current as ReturnType<typeof startTable>;
      meter.add(part);
      if (!stream.write(part)) await Promise.race([once(stream, 'drain'), ended]);
    },
    end,
    contents,
  };
}

/**
 * Prepares the tables for rows in any order, without superuser rights: turns off the triggers, removes what migrations have
 * inserted and the foreign keys. Returns a function that brings both back, which checks every key.
 */
export async function suspendConstraints(client: pg.Client, tables: Table[]): Promise<() => Promise<void>> {
  const names = tables.map(({ name }) => quoteTable(client, name));
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and conrelid = any ($1::regclass[]) order by 1, 2`,
    [names],
  );
  const { rows: triggers } = await client.query<{ table: string; name: string }>(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as name
       from pg_trigger where not tgisinternal and tgenabled = 'O' and tgrelid = any ($1::regclass[])`,
    [names],
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  // Before the tables are emptied: a trigger may refuse that.
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${name}`);
  await client.query(`truncate ${names.join(', ')}`);
  return async () => {
    for (const { table, name } of triggers) await client.query(`alter table ${table} enable trigger ${name}`);
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  };
}

function describeColumns(client: pg.Client, { name, columns }: Table): string {
  return `${quoteTable(client, name)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;
}

const quoteTable = (client: pg.Client, name: string): string =>
  name
    .split('.')
    .map((part) => client.escapeIdentifier(part))
    .join('.');
