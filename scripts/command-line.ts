import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { commands } from '#locales/ru/commands.ts';
import { BackupError } from '../server/backup/backup-error.ts';
import { operatorMessage } from '../server/open-database.ts';
import { isDatabaseUnavailable } from '../server/platform/db/db-errors.ts';
import { stopSignals } from '../server/stop-requests.ts';

const interruptedExitCode = 130;

/** An error that the operator can fix: only its message is printed. */
export class CommandError extends Error {
  override name = 'CommandError';
}

class HelpRequest extends Error {
  override name = 'HelpRequest';
}

export class InterruptedError extends Error {
  override name = 'InterruptedError';
}

/** Parses the arguments of a command. `--help` prints `usage`, invalid arguments fail with it. */
export function parseArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
): ReturnType<
  typeof parseArgs<{ options: Options & { help: { type: 'boolean' } }; allowPositionals: true }>
> {
  let parsed: ReturnType<typeof parseArguments<Options>>;
  try {
    const help = { help: { type: 'boolean' } } as const;
    parsed = parseArgs({ allowPositionals: true, options: { ...options, ...help } }) as typeof parsed;
  } catch {
    throw new CommandError(usage);
  }
  if ((parsed.values as { help?: boolean }).help) throw new HelpRequest(usage);
  return parsed;
}

/** npm changes into the project folder; a relative path refers to the folder where the command was called. */
export const resolvePath = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path);

/** Runs a command and sets the exit code: that of `work`, 1 for a failure, 130 when the operator interrupts it. */
export async function runMain(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    process.exitCode = report(error);
  }
}

function report(error: unknown): number {
  if (error instanceof InterruptedError) return interruptedExitCode;
  if (error instanceof HelpRequest) {
    console.log(error.message);
    return 0;
  }
  const isExpected = error instanceof CommandError || error instanceof BackupError;
  const expected = isDatabaseUnavailable(error) ? commands.databaseLost : error;
  console.error(isExpected ? error.message : (operatorMessage(error) ?? expected));
  return 1;
}

/** Aborted when the operator presses Ctrl-C. A second signal ends the process at once. */
export function listenForInterruption(): AbortSignal {
  const interruption = new AbortController();
  for (const signal of stopSignals)
    process.on(signal, () => {
      if (interruption.signal.aborted) process.exit(interruptedExitCode);
      interruption.abort(new InterruptedError());
    });
  return interruption.signal;
}

/** Rewrites one line on a terminal; a file or a pipe receives only the result. */
export function showProgressLine(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

export function endProgressLine(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}
