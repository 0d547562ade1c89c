import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findInstalledBinaries } from '#tests/support/installed-postgres.ts';
import { loadConfig } from '../config.ts';
import { migrateServer, migrationFolder, openConfiguredDatabase } from '../open-database.ts';
import { openDatabase } from '../platform/db/database.ts';
import { startTemporaryPostgres } from '../platform/db/embedded/start-temporary-postgres.ts';
import { readMigrations } from '../platform/db/migration-files.ts';
import { silentLog } from '../platform/log.ts';
import { areDeletionsPaused } from '../platform/storage/deletion-pause.ts';
import { createDiskStorage } from '../platform/storage/disk-storage.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { archiveAt, checkArchive } from './archive-reader.ts';
import { createBackup } from './create-backup.ts';
import { endMark } from './end-mark.ts';
import { createFolderStore } from './folder-store.ts';
import { connectAsOwner } from './maintenance-client.ts';
import { type RestoreTarget, requireKnownSchema, restoreBackup } from './restore-backup.ts';
import { compareTables } from './verify-backup.ts';

type Server = Awaited<ReturnType<typeof startTemporaryPostgres>>;
type Urls = { appUrl: string; migrationUrl: string };

const picture = `ab/${'c'.repeat(40)}.webp`;
const earlierMigration = '0132-draft-links.sql';
let server: Server;
let folder: string;
let source: Urls & { storage: Storage; secretsFolder: string };
let identity: string;
let recipient: string;
let archivePath: string;
let databases = 0;

beforeAll(async () => {
  server = await startTemporaryPostgres({ settings: { fsync: 'off' } });
  folder = await mkdtemp(join(tmpdir(), 'news-site-backup-'));
  identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
  source = await createSite(await createDatabase(server));
  archivePath = join(folder, 'site.backup');
  await back(archivePath, { recipient });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function createDatabase({ superuserUrl, appUrl, migrationUrl }: Server): Promise<Urls> {
  databases += 1;
  const name = `copy_${databases}`;
  await query(superuserUrl, `create database ${name} owner news_migrator template template0`);
  const rename = (url: string) => url.replace('/news?', `/${name}?`);
  return { appUrl: rename(appUrl), migrationUrl: rename(migrationUrl) };
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A site with rows that are hard to copy: line breaks, backslashes, nulls, a deleted row with a gap in the numbers. */
async function createSite(urls: Urls, lastName?: string) {
  await migrateServer(urls, silentLog, lastName);
  await query(
    urls.migrationUrl,
    `insert into accounts (username, username_key, email, email_key, password_hash)
       select 'user' || n, 'user' || n, n || '@example.com', n || '@example.com', 'x' from generate_series(1, 3) n;
     delete from accounts where username = 'user3';
     insert into media (owner_id, path, content_type, bytes, width, height)
       values (1, '${picture}', 'image/webp', 3, 1, 1);
     insert into categories (name, slug, description) values (E'Строка\\nи \\\\N\\tзнак', 'a', '');
     select graphile_worker.add_job('mail.send', '{"text": "\\u2028"}')`,
  );
  const site = createPlace(urls);
  await site.storage.put(picture, new Uint8Array([1, 2, 3]), 'image/webp');
  await mkdir(site.secretsFolder);
  await writeFile(join(site.secretsFolder, 'jwt'), 'secret\n');
  return site;
}

function createPlace(urls: Urls): RestoreTarget & typeof source {
  const place = join(folder, `place-${databases}`);
  return {
    ...urls,
    storage: createDiskStorage(join(place, 'media')),
    secretsFolder: join(place, 'secrets'),
    migrate: (lastName) => migrateServer(urls, silentLog, lastName),
  };
}

function back(
  path: string,
  options: { recipient?: string; from?: typeof source; signal?: AbortSignal } = {},
) {
  return createBackup({
    ...(options.from ?? source),
    publicUrl: 'http://localhost:8000',
    release: '0.0.0',
    store: createFolderStore(dirname(path)),
    name: basename(path),
    pictures: 'archive',
    recipient: options.recipient,
    isDryRun: false,
    signal: options.signal ?? new AbortController().signal,
    storagePauseMs: 0,
    onProgress: () => undefined,
  });
}

async function restore(path: string, target: RestoreTarget) {
  const archive = archiveAt(path, identity);
  const checked = await checkArchive(archive);
  await restoreBackup({
    archive,
    ...checked,
    target,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  return checked;
}

async function expectEqual(urls: Urls, checked: Awaited<ReturnType<typeof checkArchive>>): Promise<void> {
  const client = await connectAsOwner(urls.migrationUrl, 'test');
  try {
    await compareTables(client, checked.manifest, checked.summary);
  } finally {
    await client.end();
  }
}

describe('a backup', () => {
  it('restores rows, sequences, constraints, triggers, pictures, secrets and jobs', async () => {
    const target = createPlace(await createDatabase(server));
    await expectEqual(target, await restore(archivePath, target));
    expect(await target.storage.get(picture)).toEqual(Buffer.from([1, 2, 3]));
    const secret = join(target.secretsFolder, 'jwt');
    expect([await readFile(secret, 'utf8'), (await stat(secret)).mode & 0o777]).toEqual(['secret\n', 0o600]);
    const catalog = `select (select count(*) from pg_constraint)::int as keys,
      (select count(*) from pg_trigger where tgenabled = 'O')::int as triggers,
      (select count(*) from pg_indexes)::int as indexes`;
    expect(await query(target.migrationUrl, catalog)).toEqual(await query(source.migrationUrl, catalog));
    const added = await query<{ id: string }>(
      target.appUrl,
      `insert into accounts (username, username_key, email, email_key, password_hash)
         values ('next', 'next', 'next@example.com', 'next@example.com', 'x') returning id`,
    );
    expect(added).toEqual([{ id: '4' }]);
  });

  it('contains every table of every schema, except those named here', async () => {
    const { manifest } = await checkArchive(archiveAt(archivePath, identity));
    const copied = manifest.tables.map(({ name }) => name);
    const found = await query<{ name: string }>(
      source.migrationUrl,
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'm', 'f') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'`,
    );
    expect(
      found
        .map(({ name }) => name)
        .filter((name) => !copied.includes(name))
        .sort(),
    ).toEqual([
      // Written by the migrations of the release that restores.
      'graphile_worker.migrations',
      // Buckets of rate limits, which a crash may forget too.
      'public.rate_limits',
      'public.schema_migrations',
    ]);
  });

  it('is encrypted, private, and restores nothing without its key', async () => {
    expect((await stat(archivePath)).mode & 0o777).toBe(0o600);
    expect((await readFile(archivePath)).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    const other = await generateX25519Identity();
    await expect(checkArchive(archiveAt(archivePath, undefined))).rejects.toThrow('укажите файл с ключом');
    await expect(checkArchive(archiveAt(archivePath, other))).rejects.toThrow('другим ключом');
  });

  it('leaves no file when it is interrupted or its storage fails, and never replaces one', async () => {
    const path = join(folder, 'interrupted.backup');
    const signal = AbortSignal.abort(new Error('interrupted'));
    await expect(back(path, { signal })).rejects.toThrow('interrupted');
    const failing = {
      ...source,
      storage: { ...source.storage, get: async () => Promise.reject(new Error('gone')) },
    };
    await expect(back(path, { from: failing })).rejects.toThrow('gone');
    expect((await readdir(folder)).filter((name) => name.startsWith('interrupted'))).toEqual([]);
    const bytes = await readFile(archivePath);
    await expect(back(archivePath)).rejects.toThrow('уже есть');
    expect(await readFile(archivePath)).toEqual(bytes);
  });

  it('keeps the files of deleted pictures until it has ended', async () => {
    const db = openDatabase({ url: source.appUrl, maxConnections: 1, applicationName: 'test' });
    const seen: boolean[] = [];
    const watching = {
      ...source.storage,
      get: async (path: string) => {
        seen.push(await areDeletionsPaused(db));
        return source.storage.get(path);
      },
    };
    await back(join(folder, 'pause.backup'), { from: { ...source, storage: watching } });
    expect([seen, await areDeletionsPaused(db)]).toEqual([[true], false]);
    await db.destroy();
  });
});

function withChangedByte(whole: Buffer, at: number): Buffer {
  const changed = Buffer.from(whole);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

describe('a damaged file', () => {
  let path: string;
  beforeEach(async () => {
    path = join(folder, 'damaged.backup');
    await rm(path, { force: true });
  });

  it('is refused wherever it was cut or changed', async () => {
    await back(path, { recipient });
    const whole = await readFile(path);
    for (const share of [0.2, 0.5, 0.9, 0.999]) {
      const at = Math.floor(whole.length * share);
      await writeFile(path, withChangedByte(whole, at));
      await expect(checkArchive(archiveAt(path, identity))).rejects.toThrow('повреждена');
      await writeFile(path, whole.subarray(0, at));
      await expect(checkArchive(archiveAt(path, identity))).rejects.toThrow('повреждена');
    }
  });

  it('without encryption is refused, unless every file in it is still the same', async () => {
    await back(path);
    const whole = await readFile(path);
    const checked = await checkArchive(archiveAt(path, identity));
    for (let at = 4; at < whole.length; at += 97) {
      await writeFile(path, withChangedByte(whole, at));
      const found = await checkArchive(archiveAt(path, identity)).catch((error: unknown) => error);
      if (found instanceof Error) expect(found.message).toContain('повреждена');
      else expect(found).toEqual(checked);
    }
    const cuts = [0.2, 0.5, 0.9].map((share) => Math.floor(whole.length * share));
    for (const lost of [1, 4, 13, 22, 23, 30]) cuts.push(whole.length - lost);
    for (const cut of cuts) {
      await writeFile(path, whole.subarray(0, cut));
      await expect(checkArchive(archiveAt(path, identity))).rejects.toThrow('повреждена');
    }
  });

  it('is refused when a row was changed before the compression', async () => {
    await back(path);
    const whole = await readFile(path);
    const end = whole.subarray(-endMark.length);
    const plain = zstdDecompressSync(whole.subarray(0, -endMark.length));
    const changed = zstdCompressSync(withChangedByte(plain, plain.indexOf('2@example.com')));
    await writeFile(path, Buffer.concat([changed, end]));
    await expect(checkArchive(archiveAt(path, identity))).rejects.toThrow('SHA-256');
  });

  it('and a file of another kind are refused in one line', async () => {
    await writeFile(path, 'text');
    await expect(checkArchive(archiveAt(path, identity))).rejects.toThrow('не резервная копия');
    await expect(checkArchive(archiveAt(join(folder, 'none'), identity))).rejects.toThrow('нет');
  });
});

describe('a restore', () => {
  it('is refused where there are tables, pictures or secrets', async () => {
    await expect(restore(archivePath, createPlace(source))).rejects.toThrow('только в пустую базу');
    const pictures = createPlace(await createDatabase(server));
    await pictures.storage.put(picture, new Uint8Array([1]), 'image/webp');
    await expect(restore(archivePath, pictures)).rejects.toThrow('хранилище');
  });

  it('that fails leaves no site, and can be repeated', async () => {
    const target = createPlace(await createDatabase(server));
    const failing = {
      ...target,
      storage: { ...target.storage, put: async () => Promise.reject(new Error('full')) },
    };
    await expect(restore(archivePath, failing)).rejects.toThrow('full');
    const config = loadConfig({
      DATABASE_URL: target.appUrl,
      MIGRATION_DATABASE_URL: target.migrationUrl,
      DATA_DIR: join(folder, 'unfinished'),
    });
    await expect(openConfiguredDatabase(config, silentLog)).rejects.toThrow('did not finish');
    await expectEqual(target, await restore(archivePath, target));
    const marker = "select to_regclass('public.unfinished_restore') as found";
    expect(await query(target.migrationUrl, marker)).toEqual([{ found: null }]);
  });

  it('forgets a backup that was under way', async () => {
    const running = await createSite(await createDatabase(server));
    await query(
      running.migrationUrl,
      `insert into backup_runs (target, name, is_scheduled, is_encrypted) values ('folder', 'a.backup', true, false)`,
    );
    const path = join(folder, 'running.backup');
    await back(path, { from: running });
    const target = createPlace(await createDatabase(server));
    await restore(path, target);
    expect(await query(target.migrationUrl, 'select from backup_runs')).toEqual([]);
  });

  it('of an earlier release is migrated, one of a newer release is refused', async () => {
    const earlier = await createSite(await createDatabase(server), earlierMigration);
    const path = join(folder, 'earlier.backup');
    await back(path, { from: earlier });
    const target = createPlace(await createDatabase(server));
    const { manifest } = await restore(path, target);
    expect(manifest.migrations.at(-1)?.name).toBe(earlierMigration);
    const files = await readMigrations(migrationFolder);
    const applied = await query<{ name: string }>(
      target.migrationUrl,
      'select name from schema_migrations order by 1',
    );
    expect(applied.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
    expect(() => requireKnownSchema(manifest, files.slice(0, 3))).toThrow('более новый выпуск');
    const other = manifest.migrations.map(({ name }) => ({ name, checksum: 'other' }));
    expect(() => requireKnownSchema({ ...manifest, migrations: other }, files)).toThrow('другая');
  });

  const otherVersion = '/usr/lib/postgresql/15/bin';
  it.runIf(existsSync(otherVersion))('works on another major version of PostgreSQL, and back', async () => {
    const binaries = findInstalledBinaries(otherVersion);
    const old = await startTemporaryPostgres({ settings: { fsync: 'off' }, binaries });
    try {
      const target = createPlace(await createDatabase(old));
      await expectEqual(target, await restore(archivePath, target));
      const path = join(folder, 'from-15.backup');
      await back(path, { from: target });
      const again = createPlace(await createDatabase(server));
      await expectEqual(again, await restore(path, again));
    } finally {
      await old.stop();
    }
  });
});
