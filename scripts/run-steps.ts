import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export type Step = {
  name: string;
  /** A program in node_modules/.bin, or `node`, and its arguments. */
  command: [string, ...string[]];
  env?: Record<string, string>;
  /** The time after which a test hangs, if it is not the usual one (tests/support/hang-limit.ts). */
  hangMinutes?: number;
};

const root = resolve(import.meta.dirname, '..');
/** A step that prints nothing for so much longer than a test may take hangs. */
const silenceMinutes = 5;
/** The line of a failed test in the reports of Vitest and of the mutations. */
const failedTest = /^ *(?:FAIL |✗ )/;

/**
 * Runs the steps in order, and those of a group in parallel, as many as there are cores. Prints how long each took, and
 * last the names of failed tests; exits with 1 when a step fails.
 */
export async function runSteps(steps: Array<Step | Step[]>): Promise<void> {
  const durations: string[] = [];
  for (const group of steps.map((step) => [step].flat())) {
    const outcomes = await runGroup(group);
    durations.push(...outcomes.map(({ line }) => line));
    const failures = outcomes.flatMap(({ failure }) => failure ?? []);
    if (failures.length === 0) continue;
    console.error(`\n${failures.join('\n')}`);
    process.exit(1);
  }
  console.log(`\n${durations.join('\n')}\n\n${steps.flat().length} passed, 0 failed`);
}

type Outcome = { line: string; failure: string | undefined };

async function runGroup(group: Step[]): Promise<Outcome[]> {
  const waiting = group.values();
  const outcomes: Outcome[] = [];
  const runWaiting = async () => {
    for (const step of waiting) outcomes.push(await run(step, group.length > 1));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
  return outcomes;
}

/** The output of a parallel step is printed when it ends, so that outputs do not mix. */
async function run(step: Step, isParallel: boolean): Promise<Outcome> {
  const startedAt = performance.now();
  const title = `\n── ${step.name}`;
  if (!isParallel) console.log(title);
  const { failure, output } = await runProgram(step, !isParallel);
  if (isParallel) console.log(`${title}\n${output.trimEnd()}`);
  const seconds = (performance.now() - startedAt) / 1000;
  const lines = stripVTControlCharacters(output).split('\n');
  const tests = new Set(lines.filter((line) => failedTest.test(line)).map((line) => line.trim()));
  return {
    line: `  ${step.name.padEnd(20)} ${seconds.toFixed(1).padStart(6)} s`,
    failure: failure && [`${step.name} ${failure}`, ...tests].join('\n  '),
  };
}

async function runProgram(
  { command: [program, ...args], env, hangMinutes = 15 }: Step,
  isPrinted: boolean,
): Promise<{ failure: string | undefined; output: string }> {
  const path = program === 'node' ? process.execPath : resolve(root, 'node_modules/.bin', program);
  // A separate process group, so that a stopped step leaves no processes behind.
  const child = spawn(path, args, {
    cwd: root,
    stdio: ['inherit', 'pipe', 'pipe'],
    detached: true,
    env: {
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
      ...process.env,
      HANG_LIMIT_MINUTES: String(hangMinutes),
      ...env,
    },
  });
  const stop = () => child.pid && process.kill(-child.pid, 'SIGTERM');
  process.once('SIGINT', stop);
  const chunks: Buffer[] = [];
  let isSilent = false;
  const silence = setTimeout(
    () => {
      isSilent = true;
      stop();
    },
    (hangMinutes + silenceMinutes) * 60_000,
  );
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    from.on('data', (chunk: Buffer) => {
      silence.refresh();
      chunks.push(chunk);
      if (isPrinted) to.write(chunk);
    });
  const failure = await new Promise<string | undefined>((done) => {
    child.on('error', (error) => done(error.message));
    child.on('close', (code, signal) => done(code === 0 ? undefined : `failed (${signal ?? code})`));
  });
  clearTimeout(silence);
  process.off('SIGINT', stop);
  const output = Buffer.concat(chunks).toString();
  return {
    failure: isSilent ? `printed nothing for ${hangMinutes + silenceMinutes} minutes` : failure,
    output,
  };
}
