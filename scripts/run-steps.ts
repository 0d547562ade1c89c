import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

export type Step = {
  name: string;
  /** A program in node_modules/.bin, or `node`, and its arguments. */
  command: [string, ...string[]];
  /** A step that exceeds its budget is stopped and fails. */
  budgetSeconds: number;
  env?: Record<string, string>;
};

const root = resolve(import.meta.dirname, '..');

/**
 * Runs the steps in order, and those of a group in parallel, as many as there are cores, so that a budget measures the
 * step itself. Prints how long each took and exits with 1 when one fails.
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
  const { failure, output } = await runProgram(step, isParallel ? 'pipe' : 'inherit');
  if (isParallel) console.log(`${title}\n${output.trimEnd()}`);
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    line: `  ${step.name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s of ${step.budgetSeconds}`,
    failure: failure && `${step.name} ${failure}`,
  };
}

async function runProgram(
  { command: [program, ...args], budgetSeconds, env }: Step,
  outputMode: 'pipe' | 'inherit',
): Promise<{ failure: string | undefined; output: string }> {
  const path = program === 'node' ? process.execPath : resolve(root, 'node_modules/.bin', program);
  // A separate process group, so that a stopped step leaves no processes behind.
  const child = spawn(path, args, {
    cwd: root,
    stdio: ['inherit', outputMode, outputMode],
    detached: true,
    env: { ...process.env, ...env },
  });
  const stop = () => child.pid && process.kill(-child.pid, 'SIGTERM');
  process.once('SIGINT', stop);
  const ended = new Promise<string | undefined>((done) => {
    const timer = setTimeout(() => {
      stop();
      done(`exceeded its budget of ${budgetSeconds} s`);
    }, budgetSeconds * 1000);
    child.on('error', (error) => done(error.message));
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      process.off('SIGINT', stop);
      done(code === 0 ? undefined : `failed (${signal ?? code})`);
    });
  });
  const printed = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''));
  return { failure: await ended, output: (await Promise.all(printed)).join('') };
}
