import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * `npm run licenses` lists the licences of all packages. With `--check`, a step of `npm run check`: fails for a package
 * with an unknown licence, or with one that has not been considered.
 */
type LockedPackage = { version?: string; license?: string; dev?: boolean; link?: boolean };
export type Licensed = { name: string; version: string; license: string; isForDevelopment: boolean };

/** Licences that permit use in a site with other terms. Each of a compound `OR` suffices, of an `AND` all must be here. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Licences with conditions, and why the packages that have them are in order. */
const conditional: Array<[license: string, names: RegExp, reason: string]> = [
  ['LGPL-3.0-or-later', /^@img\/sharp/, 'libvips, a library of its own that can be replaced'],
  [
    'MPL-2.0',
    /^(?:lightningcss|lightningcss-.*|axe-core|@axe-core\/playwright)$/,
    'unchanged files of theirs',
  ],
  ['OFL-1.1', /^@fontsource-variable\//, 'fonts, which may be embedded'],
  ['CC-BY-4.0', /^caniuse-lite$/, 'data that the build reads; the site does not contain it'],
];

export function readPackages(lock: { packages: Record<string, LockedPackage> }): Licensed[] {
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path !== '' && !link)
    .map(([path, { version = '', license = '', dev = false }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
      isForDevelopment: dev,
    }))
    .sort(
      (left, right) => left.name.localeCompare(right.name, 'en') || left.version.localeCompare(right.version),
    );
}

/** The packages whose licence has not been considered, each with its licence. */
export function findLicenseProblems(packages: Licensed[]): string[] {
  return packages
    .filter(({ name, license }) => !isAccepted(name, license))
    .map(({ name, version, license }) => `${name} ${version}: ${license || 'no licence'}`);
}

function isAccepted(name: string, license: string): boolean {
  const terms = license.replaceAll(/[()]/g, '');
  if (terms.includes(' OR ')) return terms.split(' OR ').some((each) => isAccepted(name, each));
  if (terms.includes(' AND ')) return terms.split(' AND ').every((each) => isAccepted(name, each));
  return permissive.has(terms) || conditional.some(([id, names]) => id === terms && names.test(name));
}

/** A list for the release: what the site runs with, by licence. */
export function describeLicenses(packages: Licensed[]): string {
  const byLicense = Map.groupBy(
    packages.filter(({ isForDevelopment }) => !isForDevelopment),
    ({ license }) => license,
  );
  const sections = [...byLicense]
    .sort(([left], [right]) => left.localeCompare(right, 'en'))
    .map(([license, users]) => {
      const lines = new Set(users.map(({ name, version }) => `- ${name} ${version}`));
      return `## ${license}\n\n${[...lines].join('\n')}\n`;
    });
  return `# Licences of the packages that the site runs with\n\n${sections.join('\n')}`;
}

export const readLock = (root: string) =>
  JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };

if (import.meta.main) {
  const packages = readPackages(readLock(resolve(import.meta.dirname, '..')));
  const problems = findLicenseProblems(packages);
  if (problems.length > 0) {
    console.error(
      `${problems.join('\n')}\nconsider the licence and add it to scripts/licenses.ts, or use another package`,
    );
    process.exitCode = 1;
  } else if (process.argv.includes('--check'))
    console.log(`licences: ${packages.length} packages, all considered`);
  else console.log(describeLicenses(packages));
}
