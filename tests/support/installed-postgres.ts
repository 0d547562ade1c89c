import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Binaries } from '#server/platform/db/embedded/binaries.ts';

/** The programs of a PostgreSQL installed on the machine, in this folder. */
export function findInstalledBinaries(bin: string): Binaries {
  const postgres = path.join(bin, 'postgres');
  const version = execFileSync(postgres, ['--version'], { encoding: 'utf8' });
  const majorVersion = /(\d+)/.exec(version)?.[1] ?? '';
  return { initdb: path.join(bin, 'initdb'), postgres, majorVersion };
}
