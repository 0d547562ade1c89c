import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The commands of a page of documentation: its `sh` blocks, in order. */
export function readCommands(page: string): string[] {
  const text = readFileSync(resolve(root, page), 'utf8');
  return Array.from(text.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, block = '']) => block.trim());
}

/**
 * Runs commands in one shell, as a reader would who copies them one after the other. `replacements` turn the paths of
 * the page into those of the test. Fails with the output at the first command that fails.
 */
export function runCommands(
  blocks: string[],
  { replacements, env }: { replacements: Record<string, string>; env: Record<string, string> },
): Promise<string> {
  let script = `set -euo pipefail\n${blocks.join('\n')}\n`;
  for (const [from, to] of Object.entries(replacements)) script = script.replaceAll(from, to);
  return new Promise((done, fail) => {
    execFile(
      'bash',
      ['-c', script],
      { cwd: root, env: { ...process.env, ...env }, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) =>
        error ? fail(new Error(`${error.message}\n${stdout}\n${stderr}`)) : done(stdout + stderr),
    );
  });
}
