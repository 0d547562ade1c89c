import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describeLicenses, readLock, readPackages } from '../licenses.ts';
import { normalizeBom, uuidOf } from './changes.ts';

const maxOutputBytes = 512 * 2 ** 20;
const git = (root: string, ...args: string[]): Buffer =>
  execFileSync('git', args, { cwd: root, maxBuffer: maxOutputBytes });

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** The sources of a commit: the same bytes for the same commit, on every machine. */
export function createArchive(root: string, commit: string, version: string): Buffer {
  const tar = git(root, 'archive', '--format=tar', `--prefix=news-site-${version}/`, commit);
  // Node writes no time into the header of gzip; the byte for the operating system is set for all alike.
  const bytes = gzipSync(tar, { level: 9 });
  bytes[9] = 255;
  return bytes;
}

/** The packages that the site runs with, as CycloneDX. */
function createBom(root: string, commit: string): string {
  const text = execFileSync(
    'npm',
    ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only', '--loglevel=error'],
    { cwd: root, encoding: 'utf8', maxBuffer: maxOutputBytes },
  );
  const time = git(root, 'show', '--no-patch', '--format=%cI', commit).toString().trim();
  return normalizeBom(text, {
    time: new Date(time).toISOString(),
    serial: uuidOf(sha256(`${commit} ${text.length}`)),
  });
}

/** Writes the files of a release to `folder` and returns their names with their SHA-256. */
export function writeArtifacts(
  root: string,
  { commit, version, folder }: { commit: string; version: string; folder: string },
): Array<[name: string, hash: string]> {
  mkdirSync(folder, { recursive: true });
  const files: Array<[string, Buffer | string]> = [
    [`news-site-${version}.tar.gz`, createArchive(root, commit, version)],
    [`news-site-${version}.cdx.json`, createBom(root, commit)],
    [`news-site-${version}-licenses.md`, describeLicenses(readPackages(readLock(root)))],
  ];
  const hashes = files.map(([name, content]): [string, string] => [name, sha256(content)]);
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
  writeFileSync(join(folder, 'SHA256SUMS'), hashes.map(([name, hash]) => `${hash}  ${name}\n`).join(''));
  return hashes;
}
