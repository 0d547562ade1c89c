// npm run test:repeat -- [--runs N] [--beside LOOPS] [--record FILE]
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CommandError, parseArguments, resolvePath, runMain } from './command-line.ts';

const usage = `Usage: npm run test:repeat -- [--runs N] [--beside LOOPS] [--record FILE]

Runs npm test until it has passed or failed N times in this commit, and counts. Continues where it was stopped: each run is a
line of the record. The output of a failed run is kept beside the record.

  --runs    the number of runs (6)
  --beside  so many endless loops keep cores busy meanwhile (0)
  --record  the file with a line for each run (build/test-runs.jsonl)`;

const root = resolve(import.meta.dirname, '..');
/** Ends with this process. */
const loop = 'const parent = process.ppid; while (process.ppid === parent);';
type Run = { commit: string; beside: number; passed: boolean; seconds: number; output?: string };

await runMain(async () => {
  const { values } = parseArguments(usage, {
    runs: { type: 'string', default: '6' },
    beside: { type: 'string', default: '0' },
    record: { type: 'string' },
  });
  const [wanted, beside] = [Number(values.runs), Number(values.beside)];
  if (!(wanted > 0 && beside >= 0)) throw new CommandError(usage);
  const record = values.record ? resolvePath(values.record) : resolve(root, 'build/test-runs.jsonl');
  mkdirSync(dirname(record), { recursive: true });
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  const readRuns = () =>
    (existsSync(record) ? readFileSync(record, 'utf8').split('\n') : [])
      .filter(Boolean)
      .map((line): Run => JSON.parse(line))
      .filter((run) => run.commit === commit && run.beside === beside);
  const loops = Array.from({ length: beside }, () => spawn(process.execPath, ['-e', loop]));
  try {
    for (let runs = readRuns(); runs.length < wanted; runs = readRuns()) {
      console.log(`run ${runs.length + 1} of ${wanted}…`);
      const startedAt = Date.now();
      const { passed, text } = await runTests();
      const seconds = Math.round((Date.now() - startedAt) / 1000);
      const output = passed ? undefined : `${record}.${startedAt}.log`;
      if (output) writeFileSync(output, text);
      const run: Run = { commit, beside, passed, seconds, ...(output && { output }) };
      appendFileSync(record, `${JSON.stringify(run)}\n`);
      console.log(passed ? `passed in ${seconds} s` : `FAILED after ${seconds} s: ${output}`);
    }
  } finally {
    for (const child of loops) child.kill('SIGKILL');
  }
  const runs = readRuns();
  const passed = runs.filter((run) => run.passed).length;
  console.log(`${passed} passed, ${runs.length - passed} failed`);
  return passed === runs.length ? 0 : 1;
});

async function runTests(): Promise<{ passed: boolean; text: string }> {
  const child = spawn(process.execPath, ['scripts/test.ts'], { cwd: root });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const passed = await new Promise<boolean>((done) => child.on('close', (code) => done(code === 0)));
  return { passed, text };
}
