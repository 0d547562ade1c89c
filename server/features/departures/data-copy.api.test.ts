import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretColumns } from '#server/backup/export-data.ts';
import type { SpaceLevel } from '#server/platform/free-space.ts';
import { createImageForm } from '#tests/support/image-form.ts';
import { subscribe } from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { readZip } from '#tests/support/zip.ts';
import { copiedTables, referencesWith } from './account-data.ts';

const becauseOf = (reason: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, reason]));

/** What a copy leaves out of the rows of its owner, and why; beside secrets. */
const leftOutTables: Readonly<Record<string, string>> = {
  ...becauseOf('what colleagues write about an account for each other', 'account_notes report_cases'),
  ...becauseOf('without meaning for a person', 'idempotency_keys data_copies'),
};
const leftOutColumns: Readonly<Record<string, string>> = {
  ...becauseOf(
    'names who of the staff did it',
    'comments.deleted_by moderation_actions.moderator_id moderation_decisions.moderator_id moderation_decisions.ended_by ' +
      'moderation_objections.decided_by post_revisions.editor_id posts.hidden_by posts.off_front_page_by',
  ),
  ...becauseOf(
    'the staff alone knows it',
    'accounts.is_trapped comments.waiting_rule posts.waiting_rule moderation_decisions.had_reports posts.off_front_page_at',
  ),
};

let app: TestApp;
let spaceLevel: SpaceLevel = 'enough';
let now = new Date();
const advance = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const folder = () => join(app.dataDir, 'copies');

beforeAll(async () => {
  const freeSpace = { level: () => spaceLevel, stop: () => undefined };
  app = await createTestApp({ freeSpace, env: { RATE_LIMIT_FACTOR: '1' }, clock: { now: () => now } });
});
afterAll(() => app.stop());

const request = (as: TestUser) => app.call('requestDataCopy', { as, body: {} });
const getCopy = async (as: TestUser) => (await app.call('getDataCopy', { as })).body.copy;
const tokenOf = (url: string) => new URL(url).pathname.split('/').at(-2) ?? '';
const download = (url: string) => fetch(app.origin + new URL(url).pathname);

/** Makes a copy and returns its files. */
async function makeCopy(owner: TestUser) {
  await request(owner);
  await app.runJobs();
  const response = await download((await getCopy(owner)).download_url);
  return readZip(Buffer.from(await response.arrayBuffer()));
}

describe('a copy of the own data', () => {
  it('has everything of the account, without secrets and without anything of others', async () => {
    const [owner, other] = [await app.createUser(), await app.createUser()];
    const category = await app.createCategory();
    const picture = await app.call('uploadImage', { as: owner, body: await createImageForm() });
    const post = await app.createPost(owner, {
      title: 'Мост',
      content: '# Мост\n\nТекст.',
      category: category.id,
    });
    const foreign = await app.createPost(other, { title: 'Чужая статья' });
    const body = { post: foreign.id, content: 'Мой комментарий' };
    await app.call('createComment', { as: owner, body });
    await app.call('createComment', { as: other, body: { post: post.id, content: 'Чужой комментарий' } });
    await subscribe(app, owner);
    const { status, body: first } = await request(owner);
    expect([status, first.copy]).toEqual([
      200,
      { requested_at: now.toISOString(), expires_at: null, bytes: null, download_url: null },
    ]);
    // One at a time.
    expect((await request(owner)).body).toEqual(first);
    await app.runJobs();
    const copy = await getCopy(owner);
    const response = await download(copy.download_url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toContain('attachment');
    const archive = Buffer.from(await response.arrayBuffer());
    expect(archive.length).toBe(copy.bytes);
    const files = readZip(archive);
    const text = (name: string) => files.get(name)?.toString() ?? '';
    expect(text(`posts/${post.id}-${post.slug}.md`)).toContain(`title: Мост\n`);
    expect(text(`posts/${post.id}-${post.slug}.md`)).toContain(`category: ${category.name}\n`);
    expect(text(`posts/${post.id}-${post.slug}.md`)).toMatch(/---\n\n# Мост\n\nТекст\.\n$/);
    const tables = copiedTables().map(({ table }) => `data/${table}.json`);
    expect([...files.keys()].filter((name) => name.startsWith('data/')).sort()).toEqual(tables.sort());
    for (const name of tables) expect(JSON.parse(text(name))).toBeInstanceOf(Array);
    expect(JSON.parse(text('data/accounts.json'))).toMatchObject([{ email: owner.user.email }]);
    expect(JSON.parse(text('data/payments.json'))).toHaveLength(1);
    expect(text('data/comments.json')).toContain('Мой комментарий');
    expect([...files.keys()].filter((name) => name.startsWith('pictures/'))).toHaveLength(1);
    expect(picture.status).toBe(201);
    const everything = [...files.values()].map(String).join('\n');
    for (const secret of [
      'password_hash',
      '$argon2id',
      'Чужой комментарий',
      'Чужая статья',
      other.user.email,
    ])
      expect(everything).not.toContain(secret);
    expect(app.mails.filter(({ to }) => to === owner.user.email).at(-1)?.subject).toBe(
      'Копия ваших данных готова: News Site',
    );
    expect((await app.call('listNotices', { as: owner })).body.results[0].kind).toBe('data_copy_ready');
    expect(await getCopy(other)).toBeNull();
  });

  it('names nobody of the staff, and nothing that the staff alone knows', async () => {
    const [owner, moderator] = [await app.createUser(), await app.createUser({ role: 'moderator' })];
    const post = await app.createPost(owner);
    const body = { post: post.id, content: 'Мой комментарий' };
    const comment = (await app.call('createComment', { as: owner, body })).body;
    const decision = { rule: 'spam', reason: 'Реклама' };
    await app.call('hideComment', { as: moderator, params: { id: comment.id }, body: decision });
    await app.call('hidePost', { as: moderator, params: { id: post.id }, body: decision });
    const files = await makeCopy(owner);
    const rowsOf = (table: string) => JSON.parse(String(files.get(`data/${table}.json`)));
    expect(rowsOf('posts')).toMatchObject([{ hidden_reason: 'Реклама' }]);
    expect(rowsOf('moderation_decisions')).toMatchObject([{ action: 'hide' }, { action: 'hide' }]);
    const keys = [...files.keys()]
      .filter((name) => name.startsWith('data/'))
      .flatMap((name) => JSON.parse(String(files.get(name))).flatMap(Object.keys));
    expect(keys.filter((key) => /_by$|moderator|editor|trap|waiting|reports/.test(key))).toEqual([]);
  });

  it('is read by a link that expires, and only by an unchanged one', async () => {
    const owner = await app.createUser();
    await request(owner);
    await app.runJobs();
    const { download_url: url } = await getCopy(owner);
    const [id, until, signature] = tokenOf(url).split('.');
    const changed = [
      `${id}.${Number(until) + 1}.${signature}`,
      `${id}.${until}.${'A'.repeat(43)}`,
      `../../${id}`,
      'x',
    ];
    for (const token of changed)
      expect((await app.call('downloadDataCopy', { params: { token } })).status).toBe(404);
    expect((await app.call('downloadDataCopy', { params: { token: tokenOf(url) } })).status).toBe(200);
    advance(11);
    expect((await app.call('downloadDataCopy', { params: { token: tokenOf(url) } })).status).toBe(404);
  });

  it('is handed out only in a session that may have one made', async () => {
    const owner = await app.createUser();
    await request(owner);
    await app.runJobs();
    advance(31);
    const { body } = await app.call('refreshToken', { body: { refresh: owner.refresh } });
    const later = { ...owner, ...body };
    app.registerToken(later.access, 'user');
    expect((await request(later)).status).toBe(403);
    expect(await getCopy(later)).toMatchObject({ bytes: expect.any(Number), download_url: null });
    await app.call('confirmIdentity', { as: later, body: { password: owner.password } });
    expect((await download((await getCopy(later)).download_url)).status).toBe(200);
  });

  it('ends when the other sessions of its owner do, also while it is being made', async () => {
    const owner = await app.createUser();
    await request(owner);
    await app.runJobs();
    const { download_url: url } = await getCopy(owner);
    await app.call('endOtherSessions', { as: owner });
    expect(await getCopy(owner)).toBeNull();
    expect((await download(url)).status).toBe(404);
    await app.runJob('departures.sweep-data-copies');
    expect(existsSync(join(folder(), `${tokenOf(url).split('.')[0]}.zip`))).toBe(false);
    await request(owner);
    await app.call('endOtherSessions', { as: owner });
    await app.runJobs();
    expect(await getCopy(owner)).toBeNull();
  });

  it('is deleted after a week, with the file, and is limited to three a day', async () => {
    const owner = await app.createUser();
    await request(owner);
    await app.runJobs();
    const { download_url: url } = await getCopy(owner);
    const [id] = tokenOf(url).split('.');
    expect(existsSync(join(folder(), `${id}.zip`))).toBe(true);
    for (const expected of [200, 200, 429]) {
      expect((await request(owner)).status).toBe(expected);
      await app.runJobs();
    }
    await app.runJob('departures.sweep-data-copies');
    // A new copy replaces the former one.
    expect(existsSync(join(folder(), `${id}.zip`))).toBe(false);
    advance(8 * 24 * 60);
    await app.runJob('departures.sweep-data-copies');
    expect(readdirSync(folder())).toEqual([]);
  });

  it('is forgotten when a restore has not brought its file back', async () => {
    const owner = await app.createUser();
    await request(owner);
    await app.runJob('departures.sweep-data-copies');
    expect(await getCopy(owner)).toMatchObject({ download_url: null });
    await app.runJobs();
    const { download_url: url } = await getCopy(owner);
    rmSync(join(folder(), `${tokenOf(url).split('.')[0]}.zip`));
    await app.runJob('departures.sweep-data-copies');
    expect(await getCopy(owner)).toBeNull();
  });
});

it('decides about every column of the rows of an account', async () => {
  const { rows } = await sql<{ table: string; name: string }>`
    select table_name as table, column_name as name from information_schema.columns where table_schema = 'public'`.execute(
    app.db,
  );
  const known = new Set(rows.map(({ table, name }) => `${table}.${name}`));
  const copied = copiedTables().flatMap(({ table, columns }) => columns.map((name) => `${table}.${name}`));
  const leftOut = [...Object.keys(leftOutColumns), ...secretColumns];
  expect(copied.filter((name) => leftOut.includes(name) || !known.has(name))).toEqual([]);
  expect(leftOut.filter((name) => !known.has(name))).toEqual([]);

  const decided = new Set([...copied, ...leftOut]);
  const copiedNames = new Set(copiedTables().map(({ table }) => table));
  const undecided = rows.filter(
    ({ table, name }) => copiedNames.has(table) && !decided.has(`${table}.${name}`),
  );
  expect(undecided).toEqual([]);
  const own = (['delete', 'detach', 'texts', 'pictures', 'accounting'] as const).flatMap(referencesWith);
  expect([...copiedNames, ...Object.keys(leftOutTables)].sort()).toEqual(
    ['accounts', ...own.map(({ table }) => table)].sort(),
  );
});

it('stops while the disk is almost full, and is made when there is room', async () => {
  const owner = await app.createUser();
  await request(owner);
  const copy = await app.db.selectFrom('data_copies').select('id').where('finished_at', 'is', null).execute();
  const job = app.jobHandlers.find(({ name }) => name === 'departures.make-data-copy');
  const before = readdirSync(folder()).length;
  spaceLevel = 'low';
  await expect(job?.run({ id: copy[0]?.id ?? '' })).rejects.toThrow('almost full');
  spaceLevel = 'enough';
  expect(readdirSync(folder())).toHaveLength(before);
  await app.runJobs();
  expect((await getCopy(owner)).download_url).not.toBeNull();
});
