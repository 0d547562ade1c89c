import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { openConfiguredDatabase } from '#server/open-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { readCommands, runCommands } from './support/run-page.ts';
import { createTempFolder } from './support/site-process.ts';

/** `npm run drill:operations` runs every command of the page on a running site; this is its short part. */
const root = resolve(import.meta.dirname, '..');
const blocks = readCommands('docs/operations.md');
let folder: string;

beforeAll(async () => {
  folder = createTempFolder('operations');
  mkdirSync(join(folder, 'backups'));
  const site = await openConfiguredDatabase(loadConfig({ DATA_DIR: join(folder, 'data') }), silentLog);
  await site.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('names only commands and options that exist', async () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const used = blocks
    .join('\n')
    .replaceAll('\\\n', ' ')
    .matchAll(/npm run ([\w:-]+)([^\n|>]*)/g);
  const optionsOf = new Map<string, Set<string>>();
  for (const [, name = '', rest = ''] of used) {
    const options = optionsOf.get(name) ?? new Set();
    for (const [option] of rest.replace(/--silent| -- /g, ' ').matchAll(/--[a-z-]+/g)) options.add(option);
    optionsOf.set(name, options);
  }
  expect(optionsOf.size).toBeGreaterThan(3);
  for (const [name, options] of optionsOf) {
    const [program, ...args] = String(scripts[name]).split(' ');
    expect([name, program]).toEqual([name, 'node']);
    const { stdout } = await promisify(execFile)(process.execPath, [...args, '--help'], { cwd: root });
    for (const option of options) expect(stdout).toContain(option);
  }
});

it('backs up a stopped site and restores it with the commands of the page', async () => {
  const isPart = (line: string) => /new-key|export|npm run backup -- \S+$|^FILE=|restore .*key$/.test(line);
  const lines = blocks.flatMap((block) => block.split('\n')).filter(isPart);
  const output = await runCommands(lines, {
    replacements: {
      '/root/news-site.key': join(folder, 'news-site.key'),
      '/var/backups/news-site': join(folder, 'backups'),
      '/var/lib/news-site/restored': join(folder, 'restored'),
    },
    env: { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' },
  });
  expect(output).toContain('Сайт восстановлен');
  expect(readdirSync(join(folder, 'backups'))).toEqual([expect.stringMatching(/^news-site-.*Z\.backup$/)]);
});
