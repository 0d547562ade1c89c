import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakeS3, type FakeS3 } from '#tests/support/fake-s3.ts';
import { loadConfig } from '../config.ts';
import { migrateServer } from '../open-database.ts';
import { type Db, openDatabase } from '../platform/db/database.ts';
import { startTemporaryPostgres } from '../platform/db/embedded/start-temporary-postgres.ts';
import { silentLog } from '../platform/log.ts';
import { createDiskStorage } from '../platform/storage/disk-storage.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { checkArchive } from './archive-reader.ts';
import { recordRun } from './backup-runs.ts';
import { readBackupStatus } from './backup-status.ts';
import type { BackupStore } from './backup-store.ts';
import { createBackup } from './create-backup.ts';
import { openStoreForWriting } from './open-store.ts';
import { removeArchives } from './picture-index.ts';
import { restoreBackup } from './restore-backup.ts';
import { createScheduledBackup } from './scheduled-backup.ts';

let server: Awaited<ReturnType<typeof startTemporaryPostgres>>;
let folder: string;
let s3: FakeS3;
let storage: Storage;
let store: BackupStore;
let identity: string;
let recipient: string;
let db: Db;

beforeAll(async () => {
  s3 = await createFakeS3();
  folder = await mkdtemp(join(tmpdir(), 'news-site-stored-backups-'));
  server = await startTemporaryPostgres({ settings: { fsync: 'off' } });
  await migrateServer(server, silentLog);
  await query(
    server.migrationUrl,
    `insert into accounts (username, username_key, email, email_key, password_hash) values ('a', 'a', 'a', 'a', 'x')`,
  );
  storage = createDiskStorage(join(folder, 'media'));
  identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
  store = openStoreForWriting({ kind: 'bucket', s3: s3.settings, prefix: 'copies/' }, recipient);
  db = openDatabase({ url: server.appUrl, maxConnections: 2, applicationName: 'test' });
});
afterAll(async () => {
  await db.destroy();
  await server.stop();
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  s3.files.clear();
  await query(server.migrationUrl, 'delete from media; delete from backup_runs');
  await addPicture('aa');
  await addPicture('ab');
});

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const pathOf = (digits: string) => `${digits}/${digits.repeat(20)}.webp`;

async function addPicture(digits: string): Promise<void> {
  await query(
    server.migrationUrl,
    `insert into media (owner_id, path, content_type, bytes, width, height)
       values (1, '${pathOf(digits)}', 'image/webp', 1, 1, 1)`,
  );
  await storage.put(pathOf(digits), Buffer.from(`picture ${digits}`), 'image/webp');
}

function back(name: string, key = recipient) {
  return createBackup({
    migrationUrl: server.migrationUrl,
    storage,
    secretsFolder: join(folder, 'none'),
    publicUrl: 'http://localhost:8000',
    release: '0.0.0',
    store,
    name,
    recipient: key,
    pictures: 'store',
    isDryRun: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
}

const namesInBucket = (part: string) => [...s3.files.keys()].filter((name) => name.includes(part)).sort();

describe('backups in a bucket', () => {
  it('copy a picture once for each key, encrypted, and restore all of them', async () => {
    await back('one.backup');
    const first = namesInBucket('/pictures/');
    expect(first).toHaveLength(2);
    for (const { bytes } of s3.files.values()) expect(bytes.includes('picture a')).toBe(false);
    const stored = first.map((name) => s3.files.get(name));
    await addPicture('ff');
    await back('two.backup');
    expect(namesInBucket('/pictures/')).toHaveLength(3);
    expect(first.map((name) => s3.files.get(name))).toEqual(stored);

    await query(server.superuserUrl, 'create database restored owner news_migrator template template0');
    const rename = (url: string) => url.replace('/news?', '/restored?');
    const urls = { appUrl: rename(server.appUrl), migrationUrl: rename(server.migrationUrl) };
    const archive = { store, name: 'two.backup', identity };
    const restored = createDiskStorage(join(folder, 'restored'));
    await restoreBackup({
      archive,
      ...(await checkArchive(archive)),
      target: {
        migrationUrl: urls.migrationUrl,
        storage: restored,
        secretsFolder: join(folder, 'restored-secrets'),
        migrate: (lastName) => migrateServer(urls, silentLog, lastName),
      },
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    for (const digits of ['aa', 'ab', 'ff'])
      expect(String(await restored.get(pathOf(digits)))).toBe(`picture ${digits}`);

    const other = await identityToRecipient(await generateX25519Identity());
    await back('three.backup', other);
    expect(namesInBucket('/pictures/')).toHaveLength(6);
  });

  it('are refused before anything is written when a picture is missing or replaced', async () => {
    await back('one.backup');
    const [name = '', other = ''] = namesInBucket('/pictures/');
    const archive = { store, name: 'one.backup', identity };
    const file = s3.files.get(name);
    s3.files.delete(name);
    await expect(checkArchive(archive)).rejects.toThrow('повреждена');
    if (file)
      s3.files.set(
        name.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        file,
      );
    await expect(checkArchive(archive)).rejects.toThrow('повреждена');
    expect(s3.files.has(other)).toBe(true);
  });

  it('are removed with the pictures that only they had named', async () => {
    await back('one.backup');
    await query(server.migrationUrl, `delete from media where path = '${pathOf('aa')}'`);
    await addPicture('cc');
    await back('two.backup');
    expect(await removeArchives(store, ['one.backup'], ['two.backup'])).toBe(1);
    expect(namesInBucket('.backup')).toEqual(['copies/two.backup', 'copies/two.backup.pictures']);
    expect(namesInBucket('/pictures/').map((name) => name.split('/')[3])).toEqual(['ab', 'cc']);
    await expect(checkArchive({ store, name: 'two.backup', identity })).resolves.toBeDefined();
    s3.files.delete('copies/two.backup.pictures');
    expect(await removeArchives(store, [], ['two.backup'])).toBe(0);
  });
});

describe('runs of backups', () => {
  const run = { target: 's3://x/', name: 'x', isScheduled: true, isEncrypted: true };
  const settings = loadConfig({ BACKUP_TARGET: '/x' }).backup;
  const status = () => readBackupStatus(db, settings, new Date());

  it('are recorded with their result, one at a time', async () => {
    expect(await status()).toMatchObject({ isRunning: false, lastSuccess: null, lastFailure: null });
    await recordRun(server.migrationUrl, run, async () => {
      expect(await status()).toMatchObject({ isRunning: true, lastSuccess: null, lastFailure: null });
      expect(await recordRun(server.migrationUrl, run, () => Promise.reject(new Error()))).toBeUndefined();
      return { bytes: 5, pictures: 2 };
    });
    expect(await status()).toMatchObject({ isRunning: false, lastFailure: null, isLate: false });
    expect((await status()).lastSuccess).toMatchObject({ bytes: 5, pictures: 2, wasScheduled: true });
    const failing = recordRun(server.migrationUrl, run, () => Promise.reject(new Error('disk full')));
    await expect(failing).rejects.toThrow('disk full');
    expect((await status()).lastFailure).toMatchObject({ error: 'disk full' });
    await query(server.migrationUrl, `update backup_runs set started_at = started_at - interval '49 hours'`);
    expect(await status()).toMatchObject({ isLate: true });
  });

  it('are started when they are due, and again half an hour after a failure', async () => {
    const hourMs = 3_600_000;
    const started: Date[] = [];
    let now = new Date('2026-11-23T05:00:00Z');
    let failure: string | undefined = 'full';
    const scheduled = createScheduledBackup({
      db,
      clock: { now: () => now },
      log: silentLog,
      settings,
      async run() {
        started.push(now);
        const columns = failure ? 'error' : 'bytes';
        await query(
          server.migrationUrl,
          `insert into backup_runs (started_at, finished_at, target, name, is_scheduled, is_encrypted, ${columns})
             values ('${now.toISOString()}', now(), '/x', 'x', true, true, '1')`,
        );
        return failure;
      },
    });
    const tick = async (laterMs: number) => {
      now = new Date(now.getTime() + laterMs);
      await scheduled.jobs[0]?.run({});
      return started.length;
    };
    expect([await tick(0), await tick(hourMs / 4), await tick(hourMs / 3)]).toEqual([1, 1, 2]);
    failure = undefined;
    expect([await tick(hourMs), await tick(hourMs / 60)]).toEqual([3, 3]);
    expect(await tick(24 * hourMs)).toBe(4);
  });
});
