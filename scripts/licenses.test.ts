import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { describeLicenses, findLicenseProblems, readLock, readPackages } from './licenses.ts';

const problemsOf = (name: string, license?: string) =>
  findLicenseProblems(
    readPackages({
      packages: { '': {}, [`node_modules/${name}`]: { version: '1.0.0', ...(license && { license }) } },
    }),
  );

it('accepts the licences of all packages of the lock file', () => {
  const packages = readPackages(readLock(resolve(import.meta.dirname, '..')));
  expect(packages.length).toBeGreaterThan(500);
  expect(findLicenseProblems(packages)).toEqual([]);
});

it('refuses packages without a licence, and licences that nobody has considered', () => {
  expect(problemsOf('a')).toEqual(['a 1.0.0: no licence']);
  expect(problemsOf('a', 'AGPL-3.0-only')).toEqual(['a 1.0.0: AGPL-3.0-only']);
  expect(problemsOf('a', '(MIT OR GPL-3.0-only)')).toEqual([]);
  expect(problemsOf('a', 'MIT AND GPL-3.0-only')).toHaveLength(1);
  expect(problemsOf('@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later')).toEqual([]);
  expect(problemsOf('another', 'LGPL-3.0-or-later')).toHaveLength(1);
});

it('lists what the site runs with, without tools of development', () => {
  const text = describeLicenses([
    { name: 'b', version: '2.0.0', license: 'MIT', isForDevelopment: false },
    { name: 'a', version: '1.0.0', license: 'ISC', isForDevelopment: false },
    { name: 'tool', version: '1.0.0', license: 'MIT', isForDevelopment: true },
  ]);
  expect(text).toContain('## ISC\n\n- a 1.0.0\n\n## MIT\n\n- b 2.0.0\n');
  expect(text).not.toContain('tool');
});
