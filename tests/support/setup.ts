import { afterAll, beforeEach } from 'vitest';
import './patient-deadlines.ts';
import { takeOutput } from './server-output.ts';

const print = (name: string) =>
  process.stdout.write(`Responses and log of «${name}»:\n${takeOutput() || '(none)'}\n`);

/** Runs before each test file. What fails prints the responses and the log of its servers. */
beforeEach(({ task, onTestFailed }) => {
  takeOutput();
  onTestFailed(() => void print(task.name));
});
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from this pattern.
afterAll(({}, file) => {
  const hasFailedHook = (file.result?.errors?.length ?? 0) > 0;
  if (hasFailedHook) print(`hooks of ${file.name}`);
  takeOutput();
});
