import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ZipFile } from 'yazl';
import type { ImportTask, ImportUpload } from '#contract/imports.ts';
import type { CallOptions, TestApp, TestUser } from './test-app.ts';

/** A file of Markdown with its front matter. */
export const article = (title: string, text = 'Текст статьи.'): string =>
  `---\ntitle: ${title}\ndate: 2026-09-14\n---\n\n${text}\n`;

/** Places files where operators place large sources, and returns the name of the folder. */
export function placeFolder(app: TestApp, name: string, files: Record<string, string | Uint8Array>): string {
  for (const [file, content] of Object.entries(files)) {
    const path = join(app.dataDir, 'imports', name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return name;
}

export async function createTask(app: TestApp, as: TestUser, body: object): Promise<ImportTask> {
  const response = await app.call('createImport', { as, body });
  if (response.status !== 201) throw new Error(`no import: ${JSON.stringify(response.body)}`);
  return response.body;
}

let blogs = 0;

/** An import of one new article, waiting for its plan. */
export async function createSmallTask(app: TestApp, as: TestUser): Promise<{ params: { id: number } }> {
  blogs += 1;
  const folder = placeFolder(app, `blog-${blogs}`, { [`${blogs}.md`]: article(`Перенос номер ${blogs}`) });
  const { id } = await createTask(app, as, { folder, author: as.user.username });
  return { params: { id } };
}

/** One run of the jobs takes one job of a queue; other imports may wait before this one. */
async function runUntilDone(app: TestApp, as: TestUser, task: { params: { id: number } }): Promise<void> {
  do await app.runJobs();
  while ((await app.call('getImport', { as, ...task })).body.state === 'waiting');
}

export async function createReadyTask(app: TestApp, as: TestUser): Promise<{ params: { id: number } }> {
  const task = await createSmallTask(app, as);
  await runUntilDone(app, as, task);
  return task;
}

export async function createFinishedTask(app: TestApp, as: TestUser): Promise<{ params: { id: number } }> {
  const task = await createReadyTask(app, as);
  await app.call('startImport', { as, ...task, body: {} });
  await runUntilDone(app, as, task);
  return task;
}

export async function startUpload(
  app: TestApp,
  as: TestUser,
  { name, bytes }: { name: string; bytes: number },
): Promise<ImportUpload> {
  const response = await app.call('startImportUpload', { as, body: { name, bytes } });
  if (response.status !== 201) throw new Error(`no upload: ${JSON.stringify(response.body)}`);
  return response.body;
}

export function partOf(id: string, offset: number, part: Uint8Array): CallOptions {
  const body = new FormData();
  body.set('offset', String(offset));
  body.set('part', new Blob([new Uint8Array(part)]), 'part');
  return { params: { id }, body };
}

/** Uploads a file in parts. */
export async function upload(
  app: TestApp,
  as: TestUser,
  { name, content, partBytes = 1_000_000 }: { name: string; content: Uint8Array; partBytes?: number },
): Promise<ImportUpload> {
  let state = await startUpload(app, as, { name, bytes: content.length });
  while (state.received < content.length) {
    const part = content.subarray(state.received, state.received + partBytes);
    const response = await app.call('addImportPart', { as, ...partOf(state.id, state.received, part) });
    if (response.status !== 200) throw new Error(`no part: ${JSON.stringify(response.body)}`);
    state = response.body;
  }
  return state;
}

/** A ZIP archive; a name that ends with `/` is a folder. `mode` is that of Unix, for a link for example. */
export async function zipOf(
  files: Array<{ name: string; content: string | Uint8Array; mode?: number }>,
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, content, mode = 0o100644 } of files)
    if (name.endsWith('/')) zip.addEmptyDirectory(name);
    else zip.addBuffer(Buffer.from(content), name, { mode });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
