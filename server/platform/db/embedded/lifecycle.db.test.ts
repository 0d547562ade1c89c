import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBlockedConfiguration, createOvertakenProgram } from '#tests/support/delayed-postgres.ts';
import { listChildren } from '#tests/support/site-process.ts';
import type { DbLog } from '../db-log.ts';
import { provideBinaries } from './binaries.ts';
import { type DataPaths, dataPaths } from './data-folder.ts';
import { hasPostmaster, identify, processExists } from './process-identity.ts';
import { findServerUser } from './server-user.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';

const moduleUrl = new URL('./start-embedded-postgres.ts', import.meta.url).href;
const fast = { fsync: 'off' };

let dataDir: string;
let paths: DataPaths;
let messages: string[] = [];
let tables = 0;
const folders: string[] = [];
const children: ChildProcess[] = [];
const servers: EmbeddedPostgres[] = [];

beforeEach(() => {
  messages = [];
});

// All tests except the last use one folder in turn. Each leaves a stopped server behind.
beforeAll(async () => {
  await useNewFolder();
  await start();
  await stopAll();
});

afterEach(stopAll);

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function useNewFolder(): Promise<void> {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'news-site-data-'));
  folders.push(dataDir);
  paths = dataPaths(dataDir);
}

async function stopAll(): Promise<void> {
  for (const child of children.splice(0)) await kill(child);
  // Adopts and stops the server that a killed process left behind.
  const isLeft = existsSync(path.join(paths.cluster, 'postmaster.pid')) || hasPostmaster(paths.cluster);
  if (isLeft && servers.length === 0) await start();
  for (const server of servers.splice(0)) await server.stop();
}

async function start(
  settings: Record<string, string> = fast,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const note = (_: object, message: string) => void messages.push(message);
  const log: DbLog = { info: note, warn: note, error: note };
  const server = await startEmbeddedPostgres({ dataDir, log, settings, ...options });
  servers.push(server);
  return server;
}

/** Starts the server in a separate process, which can be killed. */
function startInChild(options: Partial<EmbeddedPostgresOptions> = {}): ChildProcess {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(moduleUrl)};
    const log = { info() {}, warn() {}, error() {} };
    try {
      await startEmbeddedPostgres({ log, ...${JSON.stringify({ dataDir, settings: fast, ...options })} });
      console.log('ready');
      setInterval(() => {}, 1000);
    } catch (error) {
      console.log(error.message);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [line] = await once(child.stdout ?? child, 'data');
  return String(line).trim();
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const postmasterPid = () =>
  Number(readFileSync(path.join(paths.cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Expects a working server, as after every start. */
async function expectWorking(server: EmbeddedPostgres): Promise<void> {
  tables += 1;
  const table = `t${tables}`;
  await query(server.migrationUrl, `create table ${table} (id int)`);
  await query(server.appUrl, `insert into ${table} values (1)`);
  expect(await query(server.appUrl, `select id from ${table}`)).toEqual([{ id: 1 }]);
}

test('restarts a stopped server with its data and with changed settings, without creating a cluster', async () => {
  const first = await start();
  await query(first.migrationUrl, 'create table kept (id int); insert into kept values (7)');
  await first.stop();
  expect(existsSync(path.join(paths.cluster, 'postmaster.pid'))).toBe(false);

  const second = await start({ work_mem: '7MB' });
  expect(messages).not.toContain('creating the database');
  expect(second.adopted).toBe(false);
  expect(await query(second.appUrl, 'select id, current_setting($$work_mem$$) as mem from kept')).toEqual([
    { id: 7, mem: '7MB' },
  ]);
});

test('refuses to start while another process runs the server, with a one-line message', async () => {
  const owner = startInChild();
  expect(await firstLine(owner)).toBe('ready');
  await expect(start()).rejects.toThrow(
    new RegExp(`^another process of the site \\(process ${owner.pid}\\) already uses [^\\n]*$`),
  );
  expect(await firstLine(startInChild())).toContain('another process of the site');
});

test('adopts the server of a killed process without a restart', async () => {
  const owner = startInChild();
  await firstLine(owner);
  const pid = postmasterPid();
  await kill(owner);
  const adopter = await start();
  expect(adopter.adopted).toBe(true);
  expect(postmasterPid()).toBe(pid);
  await expectWorking(adopter);
  await adopter.stop();
  expect(existsSync(path.join(paths.cluster, 'postmaster.pid'))).toBe(false);
});

test('stops the server of a killed command', async () => {
  const command = startInChild({ stopsWithProcess: true });
  expect(await firstLine(command)).toBe('ready');
  const pid = postmasterPid();
  await kill(command);
  await expect.poll(() => identify(pid)).toBeUndefined();
  const next = await start();
  expect(next.adopted).toBe(false);
  await expectWorking(next);
});

describe('a server that was starting when its process was killed', () => {
  function blockConfiguration() {
    const blocked = createBlockedConfiguration(paths.cluster);
    folders.push(blocked.folder);
    return { ...blocked, settings: { ...fast, config_file: blocked.config } };
  }

  test('is adopted, although it has not written its file', async () => {
    const blocked = blockConfiguration();
    const owner = startInChild({ settings: blocked.settings });
    await blocked.reached();
    await kill(owner);
    expect(existsSync(path.join(paths.cluster, 'postmaster.pid'))).toBe(false);
    const starting = start(blocked.settings);
    await expect.poll(() => messages).toContain('waiting for a PostgreSQL server left by an earlier start');
    blocked.open();
    const server = await starting;
    expect(server.adopted).toBe(true);
    await expectWorking(server);
  });

  test('is adopted when it appears after the look for one', async () => {
    const { majorVersion, initdb, postgres } = provideBinaries(dataDir, findServerUser(paths.cluster));
    const { folder, program } = createOvertakenProgram(postgres);
    folders.push(folder);
    const server = await start(fast, { binaries: { majorVersion, initdb, postgres: program } });
    expect(server.adopted).toBe(true);
    await expectWorking(server);
  });

  test('stops with its command, although it has not written its file', async () => {
    const blocked = blockConfiguration();
    const command = startInChild({ stopsWithProcess: true, settings: blocked.settings });
    await blocked.reached();
    const guard = listChildren(command.pid ?? 0).find((child) => child.command.includes('trap'));
    if (!guard) throw new Error('the command has no guard');
    await kill(command);
    await expect.poll(() => identify(guard.pid)).toBeUndefined();
    blocked.open();
    await expect.poll(() => hasPostmaster(paths.cluster)).toBe(false);
  });
});

test('replaces an orphaned server with other settings or without its socket', async () => {
  const owner = startInChild();
  await firstLine(owner);
  await kill(owner);
  const replaced = await start({ ...fast, work_mem: '7MB' });
  expect(replaced.adopted).toBe(false);
  await expectWorking(replaced);
  await replaced.stop();

  const secondOwner = startInChild();
  await firstLine(secondOwner);
  await kill(secondOwner);
  rmSync(new URL(replaced.appUrl).searchParams.get('host') ?? '', { recursive: true });
  const reachable = await start();
  expect(reachable.adopted).toBe(false);
  await expectWorking(reachable);
});

test('completes roles that an interrupted start left unfinished', async () => {
  const first = await start();
  await query(
    first.superuserUrl,
    'comment on database news is null; revoke connect on database news from news_app',
  );
  await query(first.superuserUrl, "alter role news_app password 'lost'");
  await first.stop();
  await expectWorking(await start());
});

test('restarts a killed postmaster and keeps committed rows', async () => {
  const server = await start();
  await query(server.migrationUrl, 'create table survivors (id int); insert into survivors values (7)');
  const pid = postmasterPid();
  process.kill(pid, 'SIGKILL');
  const poll = () => query(server.appUrl, 'select id from survivors').catch(() => 'down');
  await expect.poll(poll).toEqual([{ id: 7 }]);
  expect(postmasterPid()).not.toBe(pid);
  expect(messages).toContain('PostgreSQL ended unexpectedly; starting it again');
});

test('restarts an adopted postmaster after its death', async () => {
  const owner = startInChild();
  await firstLine(owner);
  await kill(owner);
  const server = await start();
  process.kill(postmasterPid(), 'SIGKILL');
  const poll = () => query(server.appUrl, 'select 1 as one').catch(() => 'down');
  await expect.poll(() => messages).toContain('PostgreSQL runs again');
  expect(await poll()).toEqual([{ one: 1 }]);
});

describe('a copy of the data folder', () => {
  /** Uses a copy instead of the folder itself. */
  async function switchToCopy(): Promise<void> {
    const copy = await mkdtemp(path.join(os.tmpdir(), 'news-site-copy-'));
    folders.push(copy);
    execFileSync('cp', ['-Rp', `${dataDir}/.`, copy]);
    chmodSync(copy, 0o755);
    [dataDir, paths] = [copy, dataPaths(copy)];
  }
  const refusal =
    /^[^\n]*was copied while its database was running, so the copy is damaged; restore a backup[^\n]*$/;
  let original: string;
  beforeEach(() => {
    original = dataDir;
  });
  afterEach(() => {
    [dataDir, paths] = [original, dataPaths(original)];
  });

  test('is refused if the database was running, with or without the mark', async () => {
    await start();
    await switchToCopy();
    await expect(start()).rejects.toThrow(refusal);
    rmSync(paths.clusterMark);
    await expect(start()).rejects.toThrow(refusal);
    rmSync(path.join(paths.cluster, 'postmaster.pid'));
    // The operator insists, as the message describes.
    await expectWorking(await start());
  });

  test('starts if the site was stopped', async () => {
    await (await start()).stop();
    await switchToCopy();
    await expectWorking(await start());
  });

  test('is not suspected after a crash and a move on the same disk', async () => {
    const owner = startInChild();
    await firstLine(owner);
    const pid = postmasterPid();
    await kill(owner);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => identify(pid)).toBeUndefined();
    const moved = `${dataDir}-moved`;
    renameSync(dataDir, moved);
    [dataDir, paths] = [moved, dataPaths(moved)];
    try {
      const server = await start();
      await expectWorking(server);
      await server.stop();
    } finally {
      renameSync(moved, original);
    }
  });
});

test('starts despite a stale postmaster.pid whose process id belongs to another program', async () => {
  const first = await start();
  const pidFile = path.join(paths.cluster, 'postmaster.pid');
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  await first.stop();
  const stranger = spawn('cat');
  children.push(stranger);
  writeFileSync(pidFile, [stranger.pid, ...lines.slice(1)].join('\n'));
  await expectWorking(await start());
  expect(processExists(stranger.pid ?? 0)).toBe(true);
});

test.each(['', '4194304'])('starts despite a postmaster.pid of which only «%s» was written', async (text) => {
  writeFileSync(path.join(paths.cluster, 'postmaster.pid'), text, { mode: 0o644 });
  await expectWorking(await start());
});

test('leaves the running server of a folder with a longer name alone', async () => {
  const first = await start();
  const own = readFileSync(path.join(paths.cluster, 'postmaster.pid'), 'utf8');
  await first.stop();
  const mine = dataDir;
  // A folder whose path ends with the path of the first one, as in a backup.
  const other = await mkdtemp(path.join(os.tmpdir(), 'news-site-backup-'));
  folders.push(other);
  chmodSync(other, 0o755);
  dataDir = path.join(other, mine);
  const neighbour = await start().finally(() => (dataDir = mine));
  const pidFile = path.join(other, mine, 'postgres', 'postmaster.pid');
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  // As left behind by a kill, with a process id that now belongs to the neighbour.
  writeFileSync(path.join(paths.cluster, 'postmaster.pid'), own.replace(/^\d+/, String(pid)));
  const server = await start();
  expect(server.adopted).toBe(false);
  await expectWorking(server);
  await expectWorking(neighbour);
  expect(processExists(pid)).toBe(true);
});

test('reports in one line why a server cannot start', async () => {
  await expect(start({ shared_buffers: 'plenty' })).rejects.toThrow(
    /^PostgreSQL did not start: [^\n]*invalid value for parameter "shared_buffers": "plenty"/,
  );
});

test('reports lost secrets of an existing cluster in one line with instructions', async () => {
  const first = await start();
  await first.stop();
  const secrets = readFileSync(paths.secrets, 'utf8');
  rmSync(paths.secrets);
  await expect(start()).rejects.toThrow(/postgres-secrets\.json is missing.*restore the file/);
  writeFileSync(paths.secrets, secrets.replace(/"superuser": ".{4}/, '"superuser": "0000'));
  await expect(start()).rejects.toThrow(/does not accept the passwords/);
  writeFileSync(paths.secrets, secrets);
  await expectWorking(await start());
});

test('completes a start that was killed at any step', async () => {
  const unfinished = () => readdirSync(dataDir).find((name) => name.startsWith('.postgres-unfinished-'));
  await useNewFolder();
  const steps: Record<string, () => boolean> = {
    'secrets written': () => existsSync(paths.secrets),
    'initdb at work': () => existsSync(path.join(dataDir, unfinished() ?? 'none', 'cluster', 'PG_VERSION')),
    'cluster in its place': () => existsSync(path.join(paths.cluster, 'PG_VERSION')),
    'server starting': () => existsSync(path.join(paths.cluster, 'postmaster.pid')),
  };
  for (const [step, isReached] of Object.entries(steps)) {
    const child = startInChild();
    await expect.poll(isReached, { interval: 1, message: step }).toBe(true);
    await kill(child);
  }
  const server = await start();
  await expectWorking(server);
  await server.stop();
  await start();
  expect(unfinished()).toBeUndefined();
});
