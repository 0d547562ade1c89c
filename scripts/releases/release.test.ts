import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createArchive } from './artifacts.ts';
import {
  changeImageTag,
  changePackageVersion,
  closeChangelog,
  isLaterVersion,
  normalizeBom,
  unreleasedChanges,
  uuidOf,
} from './changes.ts';

const changelog =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Costs $& and $1.\n\n## [0.1.0] - 2026-11-22\n\n- First.\n';

it('accepts only a version above the present one', () => {
  const later = ['0.1.1', '0.2.0', '1.0.0', '0.10.0'];
  const refused = ['0.1.0', '0.0.9', '0.1', 'v0.2.0', '0.2.0-beta', ''];
  expect(later.filter((version) => isLaterVersion(version, '0.1.0'))).toEqual(later);
  expect(refused.filter((version) => isLaterVersion(version, '0.1.0'))).toEqual([]);
});

it('gives the unreleased entries a version and opens an empty section', () => {
  expect(unreleasedChanges(changelog)).toBe('### Added\n\n- Costs $& and $1.');
  const closed = closeChangelog(changelog, '0.2.0', '2026-12-01');
  expect(closed).toContain('## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- Costs $& and $1.');
  expect(unreleasedChanges(closed)).toBe('');
  expect(unreleasedChanges('## [Unreleased]\n\n- Last.\n')).toBe('- Last.');
});

it('changes the version of the package, of its lock file and of the image', () => {
  const lock = JSON.stringify({
    version: '0.1.0',
    packages: { '': { version: '0.1.0' }, a: { version: '0.1.0' } },
  });
  expect(JSON.parse(changePackageVersion(lock, '0.2.0'))).toEqual({
    version: '0.2.0',
    packages: { '': { version: '0.2.0' }, a: { version: '0.1.0' } },
  });
  expect(changeImageTag('image: news-site:0.1.0', '0.2.0')).toBe('image: news-site:0.2.0');
});

it('makes the bill of materials independent of the clock, of chance and of the folder', () => {
  const bomAt = (timestamp: string) =>
    JSON.stringify({
      serialNumber: timestamp,
      metadata: { timestamp, component: { name: `folder ${timestamp}` } },
    });
  const same = { time: '2026-12-01T00:00:00.000Z', serial: uuidOf('0123456789abcdef'.repeat(4)) };
  expect(normalizeBom(bomAt('1'), same)).toBe(normalizeBom(bomAt('2'), same));
  expect(same.serial).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('creates the same archive for the same commit, whatever the time and the state of the folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'news-site-archive-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: folder });
  try {
    git('init', '--quiet');
    writeFileSync(join(folder, 'a.txt'), 'committed');
    git('add', '.');
    git('commit', '--quiet', '--message', 'First');
    const first = createArchive(folder, 'HEAD', '0.2.0');
    writeFileSync(join(folder, 'a.txt'), 'changed');
    writeFileSync(join(folder, 'secret.txt'), 'not committed');
    expect(createArchive(folder, 'HEAD', '0.2.0').equals(first)).toBe(true);
    const text = gunzipSync(first).toString('latin1');
    expect(text).toContain('news-site-0.2.0/a.txt');
    expect(text).not.toContain('not committed');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
