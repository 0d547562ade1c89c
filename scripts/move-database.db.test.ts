import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withSite } from '#server/backup/snapshot.ts';
import { copyOut, listSequences, listTables } from '#server/backup/table-copy.ts';
import { loadConfig } from '#server/config.ts';
import { openConfiguredDatabase } from '#server/open-database.ts';
import { startTemporaryPostgres } from '#server/platform/db/embedded/start-temporary-postgres.ts';
import { silentLog } from '#server/platform/log.ts';
import { createTempFolder, patientNodeOptions } from '#tests/support/site-process.ts';

/** The command, from the embedded database to a server of one's own and back. A second cluster behind a TCP port is that server. */
const root = resolve(import.meta.dirname, '..');
let folder: string;
let dataDir: string;
let server: Awaited<ReturnType<typeof startTemporaryPostgres>>;
let port: Server;
let owner: string;
let app: string;

beforeAll(async () => {
  folder = createTempFolder('move');
  dataDir = join(folder, 'data');
  server = await startTemporaryPostgres({ settings: { fsync: 'off' } });
  const socket = join(new URL(server.appUrl).searchParams.get('host') ?? '', '.s.PGSQL.5432');
  port = createServer((client) => {
    const upstream = connect(socket);
    for (const end of [client, upstream]) end.on('error', () => end.destroy());
    client.pipe(upstream).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(port, 'listening');
  [owner, app] = [overTcp(server.migrationUrl), overTcp(server.appUrl)];
});
afterAll(async () => {
  port.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function overTcp(url: string): string {
  const changed = new URL(url);
  changed.search = '';
  changed.host = `127.0.0.1:${(port.address() as AddressInfo).port}`;
  return changed.href;
}

const embedded = () => ({ DATA_DIR: dataDir });
const external = () => ({ DATA_DIR: dataDir, DATABASE_URL: app, MIGRATION_DATABASE_URL: owner });

function move(env: Record<string, string>, ...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      ['scripts/move-database.ts', ...args],
      { cwd: root, env: { PATH: process.env.PATH, NODE_OPTIONS: patientNodeOptions, ...env } },
      (error, stdout, stderr) => done({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** What every table contains, but for the mark of maintenance, which stays at the former place. */
const readContents = (url: string) =>
  withSite(url, 'test', async (client) => {
    const tables: Record<string, unknown> = {};
    for (const table of await listTables(client))
      if (table.name !== 'public.maintenance')
        tables[table.name] = await copyOut(client, table, async () => undefined);
    return { tables, sequences: await listSequences(client) };
  });

const openSite = (env: Record<string, string>) => openConfiguredDatabase(loadConfig(env), silentLog);

it('moves a site to a server and back, with every row of every table', async () => {
  const site = await openSite(embedded());
  await query(
    site.migrationUrl,
    `insert into accounts (username, username_key, email, email_key, password_hash)
       select 'user' || n, 'user' || n, n || '@example.com', n || '@example.com', 'x' from generate_series(1, 300) n;
     insert into categories (name, slug, description) values (E'Строка\\nи \\\\N\\tзнак', 'a', '');
     insert into data_copies (id, account_id, requested_at) values (gen_random_uuid(), 1, now());
     select graphile_worker.add_job('mail.send', '{"text": "\\u2028"}')`,
  );
  const before = await readContents(site.migrationUrl);
  expect(before.tables).toMatchObject({
    'public.accounts': { count: 300 },
    'public.data_copies': { count: 1 },
  });

  const toServer = ['--to', owner, '--app', app];
  expect(await move(embedded(), ...toServer)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Сайт ещё принимает изменения'),
  });
  await query(site.migrationUrl, 'insert into maintenance (retry_after_seconds) values (60)');
  expect(await move(embedded(), ...toServer, '--dry-run')).toMatchObject({
    code: 0,
    output: expect.stringContaining('переезд возможен'),
  });
  expect(await move(embedded(), ...toServer)).toMatchObject({
    code: 0,
    output: expect.stringContaining('База скопирована и сверена'),
  });
  expect(await readContents(owner)).toEqual(before);
  expect(await query(app, 'select from maintenance')).toEqual([]);
  expect(await query(site.url, 'select from maintenance')).toHaveLength(1);
  await site.close();

  await query(app, "insert into categories (name, slug, description) values ('На сервере', 'b', '')");
  const onServer = await readContents(owner);
  expect(await move(external(), '--to', 'embedded', '--dry-run')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Встроенная база здесь уже есть'),
  });
  expect(await move(external(), '--to', 'embedded')).toMatchObject({
    code: 1,
    output: expect.stringContaining('только в пустую базу'),
  });
  renameSync(join(dataDir, 'postgres'), join(folder, 'former'));
  expect(await move(external(), '--to', 'embedded', '--dry-run')).toMatchObject({ code: 0 });
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  expect(await move(external(), '--to', 'embedded')).toMatchObject({
    code: 0,
    output: expect.stringContaining('уберите DATABASE_URL'),
  });
  const back = await openSite(embedded());
  expect(await readContents(back.migrationUrl)).toEqual(onServer);
  await query(back.url, "insert into categories (name, slug, description) values ('Снова здесь', 'c', '')");
  await back.close();
});

it('refuses a move within one kind of database', async () => {
  const messages = [await move(embedded(), '--to', 'embedded'), await move(external(), '--to', owner)];
  for (const { code, output } of messages)
    expect([code, output]).toEqual([1, expect.stringContaining('Между двумя')]);
});
