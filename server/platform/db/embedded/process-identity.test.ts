import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { hasPostmaster, identify, isPostmasterOf, isRunning } from './process-identity.ts';

it('distinguishes a process from a later one with the same id', async () => {
  const child = spawn('cat');
  await once(child, 'spawn');
  const identity = identify(child.pid ?? 0);
  if (!identity) throw new Error('a running process has no identity');
  expect(isRunning(identity)).toBe(true);
  expect(isRunning({ ...identity, startedAt: `${identity.startedAt}1` })).toBe(false);
  child.kill();
  await once(child, 'exit');
  expect(isRunning(identity)).toBe(false);
});

it('takes only a server of exactly this folder for its postmaster', async () => {
  // A shell that waits for input, with the name and the arguments of a server.
  const args = ['-c', 'read line', 'postgres', '-D', '/srv/site-2/postgres', '-c', 'port=1'];
  const child = spawn('/bin/sh', args, { argv0: 'postgres' });
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  await expect.poll(() => isPostmasterOf('/srv/site-2/postgres', pid)).toBe(true);
  for (const folder of [
    '/srv/site-2',
    '/srv/site',
    'site-2/postgres',
    '/srv/site-2/postgre',
    '/site-2/postgres',
  ])
    expect([isPostmasterOf(folder, pid), hasPostmaster(folder)]).toEqual([false, false]);
  expect(hasPostmaster('/srv/site-2/postgres')).toBe(true);
  child.kill();
  await once(child, 'exit');
  expect(hasPostmaster('/srv/site-2/postgres')).toBe(false);
});
