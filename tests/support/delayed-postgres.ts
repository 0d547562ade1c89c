import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, constants, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { createTempFolder } from './site-process.ts';

/** Stops servers that read their configuration at `config`, before they have written `postmaster.pid`. */
export function createBlockedConfiguration(cluster: string) {
  const folder = createTempFolder('blocked');
  const config = path.join(folder, 'postgresql.conf');
  execFileSync('mkfifo', ['-m', '644', config]);
  let writer = 0;
  return {
    folder,
    config,
    /** Waits until a server has come: without one, nobody reads from the pipe and it cannot be opened. */
    async reached(): Promise<void> {
      const open = () => (writer = openSync(config, constants.O_WRONLY | constants.O_NONBLOCK));
      await expect.poll(open, { interval: 5 }).toBeGreaterThan(0);
    },
    open(): void {
      const text = `include '${cluster}/postgresql.conf'\n`;
      // The server reads its configuration twice.
      writeFileSync(`${config}.file`, text);
      renameSync(`${config}.file`, config);
      try {
        writeSync(writer, text);
      } catch {
        // The server has ended.
      }
      closeSync(writer);
    },
  };
}

/** A program that starts `postgres` twice: the first is the faster one and is left behind. Later it is `postgres` itself. */
export function createOvertakenProgram(postgres: string): { folder: string; program: string } {
  const folder = createTempFolder('overtaken');
  chmodSync(folder, 0o777);
  const program = path.join(folder, 'postgres');
  const script = `#!/bin/sh
ln -sf '${postgres}' "$0"
'${postgres}' "$@" &
until [ -s "$2/postmaster.pid" ]; do sleep 0.01; done
exec '${postgres}' "$@"
`;
  writeFileSync(program, script, { mode: 0o755 });
  return { folder, program };
}
