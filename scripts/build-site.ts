import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const projectRoot = resolve(import.meta.dirname, '..');
const requiredDiskBytes = 40 * 2 ** 20;
const stampFile = resolve(projectRoot, 'build', '.sources');
const sources = [
  '{contract,locales,web}/**/*.{ts,tsx,css,woff2,svg}',
  'package-lock.json',
  'vite.config.ts',
  'vite.worker.config.ts',
  'scripts/reading-pages.ts',
  'react-router.config.ts',
];

/**
 * Builds the site unless the existing build was made from exactly these sources. Exits the process when the build
 * fails.
 */
export function buildSiteIfStale(): void {
  const stamp = hashOfSources();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  requireDiskSpace();
  process.stdout.write('Building the site…\n');
  run('@react-router/dev/bin.cjs', ['build', '--logLevel', 'warn']);
  run('vite/bin/vite.js', ['build', '--config', 'vite.worker.config.ts', '--logLevel', 'warn']);
  compressAssets();
  writeFileSync(stampFile, stamp);
}

function run(program: string, options: string[]): void {
  const path = resolve(projectRoot, 'node_modules', program);
  const { status } = spawnSync(process.execPath, [path, ...options], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** Without this check a full disk ends the build with a stack trace. */
function requireDiskSpace(): void {
  const { bavail, bsize } = statfsSync(projectRoot);
  if (bavail * bsize >= requiredDiskBytes) return;
  process.stderr.write(
    `the disk that holds ${projectRoot} is full; free some space for the build of the site\n`,
  );
  process.exit(1);
}

/** Asset files never change, so they are compressed once at the highest level. */
function compressAssets(): void {
  const folder = resolve(projectRoot, 'build', 'client');
  for (const file of globSync('assets/*.{js,css,svg}', { cwd: folder })) {
    const path = resolve(folder, file);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(bytes));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: projectRoot, exclude: (path) => /\.test\.tsx?$/.test(path) });
  for (const file of files.sort()) {
    const path = resolve(projectRoot, file);
    hash.update(file).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

if (import.meta.main) buildSiteIfStale();
