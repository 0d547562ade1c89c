import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImportTask } from '#contract/imports.ts';
import {
  article,
  createFinishedTask,
  createReadyTask,
  createSmallTask,
  createTask,
  partOf,
  placeFolder,
  startUpload,
  upload,
  zipOf,
} from '#tests/support/import-tasks.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { countWaitingQueries } from '#tests/support/waiting-queries.ts';

const minuteMs = 60_000;

let app: TestApp;
let administrator: TestUser;
let now = new Date();

beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now }, env: { IMPORT_MAX_MB: '20' } });
  administrator = await app.createUser({ role: 'administrator' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  now = new Date();
  await app.db.deleteFrom('import_uploads').execute();
});

type Params = { params: { id: number } };
const call = (id: 'getImport' | 'startImport' | 'stopImport' | 'undoImport', task: Params) =>
  app.call(id, { as: administrator, ...task, ...(id !== 'getImport' && { body: {} }) });
const get = async (task: Params): Promise<ImportTask> => (await call('getImport', task)).body;
const list = async (task: Params, query: Record<string, string | number>) =>
  (await app.call('listImportFiles', { as: administrator, ...task, query })).body;
const beatAt = async ({ params: { id } }: Params) =>
  (await app.db.selectFrom('import_tasks').select('beat_at').where('id', '=', id).executeTakeFirst())
    ?.beat_at;
const paramsOf = ({ id }: ImportTask): Params => ({ params: { id } });
const findPost = async (slug: string) => (await app.call('getPost', { params: { slug } })).status;
const ageUploads = (days: number) =>
  sql`update import_uploads set used_at = used_at - make_interval(days => ${days})`.execute(app.db);
const countPosts = async () => (await app.db.selectFrom('posts').select('id').execute()).length;

async function uploadZip(files: Record<string, string | Uint8Array>, name = 'blog.zip') {
  const entries = Object.entries(files).map(([file, content]) => ({ name: file, content }));
  return upload(app, administrator, { name, content: await zipOf(entries) });
}

describe('an uploaded archive', () => {
  it('gets the chosen date where it has none', async () => {
    const { id: upload } = await uploadZip({ 'bez-daty.md': '---\ntitle: Без даты\n---\nТекст.' });
    const author = administrator.user.username;
    const body = { upload, author, date: '2026-31-01' };
    expect((await app.call('createImport', { as: administrator, body })).status).toBe(400);
    const created = await createTask(app, administrator, { upload, author, date: '2026-01-31' });
    expect(created.options.date).toBe('2026-01-31');
    await app.runJobs();
    await call('startImport', paramsOf(created));
    await app.runJobs();
    expect((await app.call('getPost', { params: { slug: 'bez-daty' } })).body.created_at).toBe(
      '2026-01-30T21:00:00.000Z',
    );
  });

  it('is previewed without a write, imported, and removed again', async () => {
    const { id: source } = await uploadZip({
      'site/2026-09-14-plan-a.md': article('План А'),
      'site/plan-b.md': article('План Б', '![Кот](/net.png)'),
      'site/broken.md': 'без описания',
    });
    const before = await countPosts();
    const created = await createTask(app, administrator, {
      upload: source,
      author: administrator.user.username,
    });
    expect(created).toMatchObject({ stage: 'plan', state: 'waiting', name: 'blog.zip', has_source: true });
    const task = paramsOf(created);
    expect((await call('startImport', task)).status).toBe(409);
    await app.runJobs();

    const planned = await get(task);
    expect(planned).toMatchObject({
      ...{ stage: 'plan', state: 'done', failure: null },
      plan: { new: 1, doubtful: 1, exists: 0, refused: 1, problems: 0 },
      progress: { done: 3 },
    });
    expect(await countPosts()).toBe(before);
    const doubtful = await list(task, { state: 'doubtful' });
    expect(doubtful).toMatchObject({
      count: 1,
      results: [{ id: 1, file: 'plan-b.md', slug: 'plan-b', title: 'План Б', notes: [expect.any(String)] }],
    });
    expect((await list(task, { page: 2, page_size: 2 })).results).toHaveLength(1);

    expect((await call('startImport', task)).body).toMatchObject({ stage: 'import', state: 'waiting' });
    await app.runJobs();
    const finished = await get(task);
    expect(finished).toMatchObject({
      ...{ stage: 'import', state: 'done', failure: null },
      report: { imported: 2, refused: 1, problems: 0 },
    });
    expect([await findPost('plan-a'), await findPost('plan-b')]).toEqual([200, 200]);
    expect((await list(task, { list: 'report', state: 'refused' })).results).toMatchObject([
      { file: 'broken.md', notes: [expect.stringContaining('Нет описания')] },
    ]);

    // An edited article stays and is named.
    const edited = { params: { slug: 'plan-b' }, body: { title: 'Переписано' } };
    await app.call('updatePost', { as: administrator, ...edited });
    await call('undoImport', task);
    await app.runJobs();
    expect(await get(task)).toMatchObject({
      ...{ stage: 'undo', state: 'done' },
      undone: { posts: 1, kept: 1 },
    });
    expect((await list(task, { list: 'kept' })).results).toMatchObject([
      { file: 'Переписано', state: 'post', notes: ['edited'] },
    ]);
    expect([await findPost('plan-a'), await findPost('plan-b')]).toEqual([404, 200]);
  });

  it('may be an export of WordPress beside its pictures', async () => {
    const wxr = `<?xml version="1.0"?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"
      xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
      <wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://old.example</wp:base_site_url>
      <item><title>Из WordPress</title><link>https://old.example/wp-one/</link><dc:creator>vera</dc:creator>
      <content:encoded><![CDATA[<p>Текст.</p>]]></content:encoded><wp:post_id>7</wp:post_id>
      <wp:post_date_gmt>2026-05-01 10:00:00</wp:post_date_gmt><wp:post_name>wp-one</wp:post_name>
      <wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item></channel></rss>`;
    const { id: source } = await uploadZip({ 'copy/export.xml': wxr, 'copy/uploads/a.txt': 'x' });
    const task = paramsOf(await createTask(app, administrator, { upload: source, fetch_pictures: false }));
    await app.runJobs();
    expect(await get(task)).toMatchObject({ state: 'done', plan: { new: 1 } });
    expect((await list(task, {})).results).toMatchObject([{ slug: 'wp-one', author: 'vera' }]);
  });

  it.each([
    ['leaves its folder', [{ name: 'abcdefevil.md', content: article('Зло') }], 'выходит за пределы папки'],
    ['is a bomb', [{ name: 'zeros.md', content: new Uint8Array(90 * 1024 * 1024) }], 'больше 80 МБ'],
    ['has links', [{ name: 'a.md', content: '/etc/passwd', mode: 0o120777 }], 'ссылка'],
  ])('that %s is refused with a line', async (_, files, message) => {
    const content = await zipOf(files);
    for (let at = content.indexOf('abcdef'); at >= 0; at = content.indexOf('abcdef', at))
      content.write('../../', at);
    const { id: source } = await upload(app, administrator, { name: 'evil.zip', content });
    const task = paramsOf(await createTask(app, administrator, { upload: source }));
    await app.runJobs();
    const { state, failure } = await get(task);
    expect([state, failure]).toEqual(['failed', expect.stringContaining(message)]);
    expect(readdirSync(join(app.dataDir, 'import-uploads', source))).toEqual(['source']);
    expect((await call('startImport', task)).status).toBe(409);
  });

  it('with a text that is too complex comes without that text', async () => {
    const often = `{% capture a %}${'а'.repeat(1_000)}{% endcapture %}${'{{ a }}'.repeat(3_000)}`;
    const { id: source } = await uploadZip({
      'often.md': article('Часто', often),
      'other.md': article('Другая'),
    });
    const body = { upload: source, author: administrator.user.username };
    const task = paramsOf(await createTask(app, administrator, body));
    await app.runJobs();
    expect((await get(task)).plan).toMatchObject({ new: 1, refused: 1 });
    await call('startImport', task);
    await app.runJobs();
    expect(await get(task)).toMatchObject({ state: 'done', report: { imported: 1, refused: 1 } });
  });

  it('that is no archive and no export is refused with a line', async () => {
    const { id: source } = await upload(app, administrator, {
      name: 'members.csv',
      content: Buffer.from('email,name\n'),
    });
    const task = paramsOf(await createTask(app, administrator, { upload: source }));
    await app.runJobs();
    expect(await get(task)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/WordPress|XML/),
    });
  });
});

describe('an upload', () => {
  const begin = (body: object) => app.call('startImportUpload', { as: administrator, body });

  it('arrives in parts, which may be repeated', async () => {
    const { id } = await startUpload(app, administrator, { name: 'a.zip', bytes: 6 });
    const send = (offset: number, text: string) =>
      app.call('addImportPart', { as: administrator, ...partOf(id, offset, Buffer.from(text)) });
    expect((await send(0, 'abc')).body).toMatchObject({ received: 3, bytes: 6 });
    expect((await send(0, 'abc')).body).toMatchObject({ received: 3 });
    expect((await send(4, 'ef')).status).toBe(409);
    expect((await send(3, 'defg')).status).toBe(409);
    // An incomplete upload is no source.
    expect((await app.call('createImport', { as: administrator, body: { upload: id } })).status).toBe(400);
    expect((await send(3, 'def')).body).toMatchObject({ received: 6 });
    const { body } = await app.call('listImportSources', { as: administrator });
    expect(body).toMatchObject({ max_bytes: 20 * 1024 * 1024, uploads: [{ id, received: 6 }] });
  });

  it('takes a part with its place, of at most ten megabytes', async () => {
    const { id } = await startUpload(app, administrator, { name: 'a.zip', bytes: 6 });
    const send = (fields: Record<string, string | Blob>) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return app.call('addImportPart', { as: administrator, params: { id }, body });
    };
    const part = new Blob(['abc']);
    expect(await send({ part })).toMatchObject({ status: 400, body: { offset: [expect.any(String)] } });
    expect(await send({ offset: '0' })).toMatchObject({ status: 400, body: { part: [expect.any(String)] } });
    const large = new Blob([Buffer.alloc(10 * 1024 * 1024 + 1)]);
    expect(await send({ offset: '0', part: large })).toMatchObject({
      status: 400,
      body: { part: [expect.any(String)] },
    });
    expect((await send({ offset: '0'.repeat(1024 * 1024 + 1), part })).status).toBe(413);
  });

  it('is not larger than the setting permits', async () => {
    const { status, body } = await begin({ name: 'a.zip', bytes: 20 * 1024 * 1024 + 1 });
    expect([status, body.bytes[0]]).toEqual([400, expect.stringContaining('Файл больше 20 МБ')]);
  });

  it('is one at a time: of twenty uploads at once one begins', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => begin({ name: `${index}.zip`, bytes: 5 })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)]);
    now = new Date(now.getTime() + 11 * minuteMs);
    expect((await begin({ name: 'later.zip', bytes: 5 })).status).toBe(201);
  });

  it('is refused when five files are stored', async () => {
    for (let number = 0; number < 5; number += 1)
      await upload(app, administrator, { name: `${number}.zip`, content: Buffer.from('abc') });
    expect((await begin({ name: 'sixth.zip', bytes: 5 })).status).toBe(409);
  });

  it('is deleted by request unless an import reads it, and by a job a week after its last use', async () => {
    const { id } = await uploadZip({ 'a.md': article('Чистка') });
    const folder = join(app.dataDir, 'import-uploads', id);
    const remove = (upload: string) =>
      app.call('deleteImportUpload', { as: administrator, params: { id: upload } });
    const task = paramsOf(await createTask(app, administrator, { upload: id }));
    expect((await remove(id)).status).toBe(409);
    await ageUploads(8);
    await app.runJob('imports.sweep');
    expect(existsSync(folder)).toBe(true);
    await app.runJobs();
    await app.runJob('imports.sweep');
    expect(existsSync(folder)).toBe(false);
    expect(await get(task)).toMatchObject({ source: 'upload', has_source: false });
    expect((await call('startImport', task)).status).toBe(409);
    const other = await uploadZip({ 'a.md': article('Чистка') });
    expect((await remove(other.id)).status).toBe(204);
    // The request is not as long as the upload is large.
    expect(existsSync(join(app.dataDir, 'import-uploads', other.id))).toBe(true);
    await app.runJobs();
    expect(existsSync(join(app.dataDir, 'import-uploads', other.id))).toBe(false);
    const unfinished = await startUpload(app, administrator, { name: 'a.zip', bytes: 6 });
    await ageUploads(2);
    await app.runJob('imports.sweep');
    expect((await remove(unfinished.id)).status).toBe(404);
  });

  it('is forgotten when a restore has not brought its file back', async () => {
    const { id } = await uploadZip({ 'a.md': article('Без файла') });
    const task = paramsOf(await createTask(app, administrator, { upload: id }));
    await app.runJobs();
    rmSync(join(app.dataDir, 'import-uploads', id), { recursive: true });
    await app.runJob('imports.sweep');
    expect(await get(task)).toMatchObject({ has_source: true });
    await ageUploads(1);
    await app.runJob('imports.sweep');
    expect(await get(task)).toMatchObject({ has_source: false });
  });
});

describe('a folder of the operator', () => {
  it('is chosen by its name, never by a path or a link', async () => {
    placeFolder(app, 'large', { 'folder-one.md': article('Большая папка') });
    symlinkSync('/etc', join(app.dataDir, 'imports', 'link'));
    const { folders } = (await app.call('listImportSources', { as: administrator })).body;
    expect(folders).toContainEqual({ name: 'large', kind: 'folder' });
    expect(folders.map(({ name }: { name: string }) => name)).not.toContain('link');
    for (const folder of ['link', '../imports/large', '..', '/etc', 'large/../large']) {
      const { status } = await app.call('createImport', { as: administrator, body: { folder } });
      expect([folder, status]).toEqual([folder, 400]);
    }
    const created = await createTask(app, administrator, { folder: 'large' });
    await app.runJobs();
    // Nobody was named who gets the article.
    expect(await get(paramsOf(created))).toMatchObject({ state: 'done', plan: { refused: 1 } });
  });
});

describe('an import', () => {
  it('is started once by two starts at once', async () => {
    const task = await createReadyTask(app, administrator);
    const responses = await Promise.all([1, 2, 3, 4].map(() => call('startImport', task)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    await app.runJobs();
    expect(await get(task)).toMatchObject({ state: 'done', report: { imported: 1 } });
    expect((await call('startImport', task)).status).toBe(409);
  });

  it('and its undoing need a confirmation of who starts them', async () => {
    const task = await createFinishedTask(app, administrator);
    const planned = await createReadyTask(app, administrator);
    await sql`update session_families set confirmed_at = now() - interval '1 hour', created_at = now() - interval '1 day'
      where account_id = ${administrator.user.id}`.execute(app.db);
    for (const response of [await call('startImport', planned), await call('undoImport', task)])
      expect([response.status, response.body.code]).toEqual([403, 'confirmation_required']);
    administrator = await login();
  });

  it('that was killed continues the same run', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [`killed-${index}.md`, article(`Убит ${index}`)]),
    );
    const body = { folder: placeFolder(app, 'killed', files), author: administrator.user.username };
    const task = paramsOf(await createTask(app, administrator, body));
    await app.runJobs();
    await call('startImport', task);
    // A process that dies leaves everything as it is: some articles, a task at work and a job to repeat.
    const before = await countPosts();
    await asOwner(`create function refuse_third() returns trigger language plpgsql as $$ begin
      if new.slug = 'killed-3' then raise exception 'terminating connection' using errcode = '57P01'; end if;
      return new; end $$;
      create trigger killed before insert on posts for each row execute function refuse_third();`);
    await app.runJobs();
    expect(await countPosts()).toBe(before + 3);
    const killed = await get(task);
    expect(killed).toMatchObject({ stage: 'import', state: 'running' });
    await asOwner(`drop trigger killed on posts;
      update graphile_worker._private_jobs set run_at = now(), locked_at = null, locked_by = null`);
    await app.runJobs();
    const finished = await get(task);
    expect(finished).toMatchObject({ state: 'done', run: killed.run, report: { imported: 6, exists: 0 } });
    expect(await countPosts()).toBe(before + 6);
  });

  it('that the queue has given up is marked and can be continued', async () => {
    const task = await createReadyTask(app, administrator);
    await call('startImport', task);
    const setBeat = (minutes: number) =>
      sql`update import_tasks set state = 'running', beat_at = now() - make_interval(mins => ${minutes})
        where id = ${task.params.id}`.execute(app.db);
    await setBeat(29);
    await app.runJob('imports.sweep');
    expect((await get(task)).state).toBe('running');
    await setBeat(31);
    await app.runJob('imports.sweep');
    expect(await get(task)).toMatchObject({
      state: 'failed',
      failure: 'Работа прервалась. Её можно продолжить.',
    });
    await call('startImport', task);
    await app.runJobs();
    expect(await get(task)).toMatchObject({ state: 'done', report: { imported: 1 } });
  });

  it('is stopped while it waits, and after the present article', async () => {
    const waiting = await createReadyTask(app, administrator);
    await call('startImport', waiting);
    expect((await call('stopImport', waiting)).body).toMatchObject({ stage: 'import', state: 'stopped' });
    await app.runJobs();
    expect(await get(waiting)).toMatchObject({ state: 'stopped' });

    const total = 60;
    const files = Object.fromEntries(
      Array.from({ length: total }, (_, index) => [`stop-${index}.md`, article(`Стоп ${index}`)]),
    );
    const body = { folder: placeFolder(app, 'stop', files), author: administrator.user.username };
    const task = paramsOf(await createTask(app, administrator, body));
    await app.runJobs();
    await call('startImport', task);
    const { running } = await app.db.transaction().execute(async (tx) => {
      // The first article waits until the import knows that it is to stop.
      await sql`lock table posts in share row exclusive mode`.execute(tx);
      const running = app.runJobs();
      await expect.poll(() => countWaitingQueries(app.db)).toBeGreaterThan(0);
      expect((await call('stopImport', task)).body).toMatchObject({ state: 'running', is_stopping: true });
      for (let beat = 0; beat < 2; beat += 1) {
        now = new Date(now.getTime() + minuteMs);
        await expect.poll(() => beatAt(task)).toEqual(now);
      }
      return { running };
    });
    await running;
    const stopped = await get(task);
    expect(stopped).toMatchObject({ state: 'stopped', is_stopping: false });
    const { imported = 0 } = stopped.report ?? {};
    expect(imported).toBeGreaterThan(0);
    expect(imported).toBeLessThan(total);
    await call('startImport', task);
    await app.runJobs();
    expect(await get(task)).toMatchObject({ state: 'done', report: { imported: total } });
  });

  it('is not undone while it works, and not without a run', async () => {
    const task = await createReadyTask(app, administrator);
    expect((await call('undoImport', task)).status).toBe(409);
    await call('startImport', task);
    await app.runJobs();
    expect(
      (await Promise.all([1, 2].map(() => call('undoImport', task)))).map(({ status }) => status).toSorted(),
    ).toEqual([200, 409]);
    await app.runJobs();
    expect(await get(task)).toMatchObject({ undone: { posts: 1, kept: 0 } });
  });

  it('by command is listed and can be undone', async () => {
    const folder = join(
      app.dataDir,
      'imports',
      placeFolder(app, 'by-command', { 'cli.md': article('Командой') }),
    );
    const report = await app.imports.importFrom(folder, { defaultAuthor: administrator.user.username });
    const { results } = (await app.call('listImports', { as: administrator })).body;
    expect(results[0]).toMatchObject({
      source: 'command',
      name: 'by-command',
      run: report.run,
      state: 'done',
      has_source: false,
    });
    const task = paramsOf(results[0]);
    expect((await call('startImport', task)).status).toBe(409);
    await call('undoImport', task);
    await app.runJobs();
    expect([await findPost('cli'), (await get(task)).stage]).toEqual([404, 'undo']);
  });

  it('is for administrators only', async () => {
    const editor = await app.createUser({ role: 'editor' });
    expect((await app.call('listImports', { as: editor })).status).toBe(403);
    expect((await app.call('listImports', { as: administrator, query: { page: 99 } })).status).toBe(404);
  });
});

describe('the plan', () => {
  it('is downloaded whole', async () => {
    const task = await createReadyTask(app, administrator);
    const { status, body } = await app.call('downloadImportPlan', { as: administrator, ...task, body: {} });
    expect(status).toBe(200);
    expect(body).toEqual({ files: (await list(task, {})).results });
    const waiting = await createSmallTask(app, administrator);
    expect((await app.call('downloadImportPlan', { as: administrator, ...waiting, body: {} })).body).toEqual({
      files: [],
    });
    await app.runJobs();
  });
});

async function asOwner(statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: app.ownerUrl });
  await client.connect();
  await client.query(statements);
  await client.end();
}

async function login(): Promise<TestUser> {
  const { body } = await app.call('login', {
    body: { username: administrator.user.username, password: administrator.password },
  });
  app.registerToken(body.access, 'staff');
  return { ...body, password: administrator.password };
}
