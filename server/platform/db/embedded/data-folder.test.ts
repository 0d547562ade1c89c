import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inspectCluster } from './cluster.ts';
import { dataPaths, prepareDataFolder, resolveDataDir } from './data-folder.ts';
import { explainFileError } from './embedded-postgres-error.ts';
import { canEnter, findServerUser, isRoot } from './server-user.ts';

let projectRoot: string;

beforeEach(() => {
  projectRoot = mkdtempSync(path.join(os.tmpdir(), 'news-site-project-'));
});

afterEach(() => rmSync(projectRoot, { recursive: true, force: true }));

function makeCluster(folder: string, version: string, uid = findServerUser('/nonexistent')?.uid): string {
  const { cluster } = dataPaths(folder);
  mkdirSync(cluster, { recursive: true });
  writeFileSync(path.join(cluster, 'PG_VERSION'), `${version}\n`);
  if (uid !== undefined) chownSync(cluster, uid, -1);
  return cluster;
}

test('prefers an explicit folder', () => {
  chmodSync(projectRoot, 0o755);
  const explicit = path.join(projectRoot, 'elsewhere');
  expect(resolveDataDir({ explicit, projectRoot })).toBe(explicit);
});

test('keeps the data of an open project inside the project', () => {
  chmodSync(projectRoot, 0o755);
  expect(resolveDataDir({ explicit: undefined, projectRoot })).toBe(path.join(projectRoot, 'data'));
});

describe.runIf(isRoot())('as root', () => {
  test('keeps the data of a closed project in a stable folder under /var/lib', () => {
    const folder = resolveDataDir({ explicit: undefined, projectRoot });
    expect(folder).toMatch(/^\/var\/lib\/news-site\/[0-9a-f]{12}$/);
    expect(resolveDataDir({ explicit: undefined, projectRoot: `${projectRoot}/` })).toBe(folder);
  });

  test('refuses an explicit folder inside a closed one, with instructions', () => {
    const explicit = path.join(projectRoot, 'data');
    expect(() => resolveDataDir({ explicit, projectRoot })).toThrow(/who cannot enter .*; open the folder/);
  });

  test('refuses a project that was closed after its first start, instead of starting empty elsewhere', () => {
    makeCluster(path.join(projectRoot, 'data'), '18');
    expect(() => resolveDataDir({ explicit: undefined, projectRoot })).toThrow(/who cannot enter/);
  });

  test('makes the data folder enterable but not listable', () => {
    chmodSync(projectRoot, 0o755);
    const folder = path.join(projectRoot, 'data');
    mkdirSync(folder, { mode: 0o700 });
    const user = findServerUser(dataPaths(folder).cluster);
    prepareDataFolder(folder, user);
    expect(statSync(folder).mode & 0o777).toBe(0o711);
    expect(user && canEnter(folder, user)).toBe(true);
  });

  test('keeps the owner of a cluster and refuses one owned by root, with instructions', async () => {
    const other = makeCluster(projectRoot, '18', 12_345);
    expect(findServerUser(other)).toMatchObject({ uid: 12_345 });
    chownSync(other, 0, 0);
    const user = findServerUser(other);
    await expect(inspectCluster(dataPaths(projectRoot), '18', user)).rejects.toThrow(
      /belongs to .*; chown -R/,
    );
  });
});

test('refuses a cluster of another release and a folder with other files', async () => {
  const user = findServerUser('/nonexistent');
  const cluster = makeCluster(projectRoot, '17');
  const inspect = () => inspectCluster(dataPaths(projectRoot), '18', user);
  await expect(inspect()).rejects.toThrow(/was created by PostgreSQL 17, this release contains 18/);
  rmSync(path.join(cluster, 'PG_VERSION'));
  expect(await inspect()).toBe(false);
  writeFileSync(path.join(cluster, 'letter.txt'), '');
  await expect(inspect()).rejects.toThrow(/is not empty and not a PostgreSQL data folder/);
});

test.each([
  ['EROFS', 'is read-only'],
  ['EACCES', 'cannot be written'],
  ['ENOSPC', 'is full'],
])('explains %s to the operator in one line', (code, words) => {
  const explained = explainFileError(Object.assign(new Error('failed'), { code }), '/srv/data');
  expect(explained).toMatchObject({ name: 'EmbeddedPostgresError', message: expect.stringContaining(words) });
});
