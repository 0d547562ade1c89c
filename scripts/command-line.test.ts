import { afterEach, expect, it, vi } from 'vitest';
import { commands } from '#locales/ru/commands.ts';
import { runMain } from './command-line.ts';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

async function printedBy(error: Error): Promise<unknown[]> {
  const print = vi.spyOn(console, 'error').mockReturnValue();
  await runMain(() => Promise.reject(error));
  expect(process.exitCode).toBe(1);
  return print.mock.calls.flat();
}

it('prints one line when the database stops responding during a command', async () => {
  expect(await printedBy(new Error('Connection terminated unexpectedly'))).toEqual([commands.databaseLost]);
});

it('prints an unexpected error with its stack', async () => {
  const bug = new Error('bug');
  expect(await printedBy(bug)).toEqual([bug]);
});
