import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The version of this release. */
export function readRelease(): string {
  const text = readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
