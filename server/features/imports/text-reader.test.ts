import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { hangLimitMs } from '#tests/support/hang-limit.ts';
import { article } from '#tests/support/import-tasks.ts';
import { openImportFolder } from './import-folder.ts';
import { planFolder } from './import-plan-service.ts';
import { createTextReader } from './text-reader.ts';

const now = new Date('2026-11-20T09:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'news-site-texts-'));
const texts = createTextReader({ budgetMs: hangLimitMs });
afterAll(async () => {
  await texts.close();
  rmSync(folder, { recursive: true });
});

it('reads a text in a worker', async () => {
  const fields = await texts.read('fields', 'title: 1984');
  expect([...fields]).toEqual([['title', { kind: 'text', line: 1, text: '1984' }]]);
  const read = await texts.read('article', 'a.md', article('Ночь'), now);
  expect(read).toMatchObject({ slug: 'a', createdAt: new Date('2026-09-13T21:00:00Z') });
});

it('says why a text is refused, and reads the next one', async () => {
  await expect(texts.read('fields', 'а: б\nа: в')).rejects.toMatchObject({ problem: { line: 2 } });
  await expect(texts.read('fields', '['.repeat(100_000))).rejects.toMatchObject({
    problem: { key: expect.stringMatching(/^imports\./) },
  });
  expect((await texts.read('fields', 'а: б')).size).toBe(1);
});

/** Reads like the worker of the site, but for the text `endless`. */
const worker = join(folder, 'worker.mjs');
writeFileSync(
  worker,
  `import { read as readText } from '${new URL('./text-worker.ts', import.meta.url).href}';
  export function read(task) {
    while (String(task.args[1]).includes('endless')) Atomics.store(task.begun, 0, 1);
    return readText(task);
  }`,
);

it('makes one refused line of the plan of a text that takes too long', async () => {
  const blog = join(folder, 'blog');
  mkdirSync(blog);
  for (const name of ['a', 'endless', 'z'])
    writeFileSync(join(blog, `${name}.md`), article(name, `Текст: ${name}.`));
  const deadlines: Array<{ begun: Int32Array; controller: AbortController }> = [];
  const impatient = createTextReader({
    worker: pathToFileURL(worker),
    minCpuShare: 0,
    startDeadline(begun) {
      const controller = new AbortController();
      deadlines.push({ begun, controller });
      return controller.signal;
    },
  });
  const planned = planFolder(await openImportFolder(blog), { now, read: impatient.read });
  // The texts are read one after the other.
  await expect.poll(() => deadlines[1]?.begun[0], { timeout: hangLimitMs }).toBe(1);
  deadlines[1]?.controller.abort();
  const { plans } = await planned;
  expect(plans).toMatchObject([
    { file: 'a.md', article: { title: 'a' } },
    { file: 'endless.md', problem: { key: 'imports.tooComplex' } },
    { file: 'z.md', article: { title: 'z' } },
  ]);
  await impatient.close();
});
