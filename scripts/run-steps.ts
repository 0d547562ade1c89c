import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

export type Step = {
  name: string;
  /** A program of node_modules/.bin, or `node`, and its arguments. */
  command: [string, ...string[]];
  /** A step that takes longer is stopped and has failed. */
  budgetSeconds: number;
  env?: Record<string, string>;
};

const root = resolve(import.meta.dirname, '..');

/** Runs steps one after the other, prints how long each took, and ends the process with 1 where one fails. */
export async function runSteps(steps: Step[]): Promise<void> {
  const took: string[] = [];
  for (const step of steps) {
    console.log(`\n── ${step.name}`);
    const startedAt = performance.now();
    const failure = await run(step);
    const seconds = (performance.now() - startedAt) / 1000;
    took.push(`  ${step.name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s of ${step.budgetSeconds}`);
    if (failure) {
      console.error(`\n${step.name} ${failure}`);
      process.exit(1);
    }
  }
  console.log(`\n${took.join('\n')}\n\n${steps.length} passed, 0 failed`);
}

function run({ command: [program, ...args], budgetSeconds, env }: Step): Promise<string | undefined> {
  const path = program === 'node' ? process.execPath : resolve(root, 'node_modules/.bin', program);
  // A group of its own, so that a stopped step leaves nothing behind.
  const child = spawn(path, args, {
    cwd: root,
    stdio: 'inherit',
    detached: true,
    env: { ...process.env, ...env },
  });
  const stop = () => child.pid && process.kill(-child.pid, 'SIGTERM');
  process.once('SIGINT', stop);
  return new Promise((done) => {
    const timer = setTimeout(() => {
      stop();
      done(`took more than its budget of ${budgetSeconds} s`);
    }, budgetSeconds * 1000);
    child.on('error', (error) => done(error.message));
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      process.off('SIGINT', stop);
      done(code === 0 ? undefined : `failed (${signal ?? code})`);
    });
  });
}
