import { hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { createCopyFolder } from './copy-folder.ts';
import { createExports } from './index.ts';

const demoFolder = resolve('db/seeds/demo');
const hostileTitles = [
  '--- "кавычки": и #решётка',
  "- 'список' & *якорь* !тег %YAML",
  '{{ фигурные }} [скобки]: null',
  '\\u0000 ~ | > ? обратная \\ черта',
];
const hostileTexts = [
  '---\ntitle: подделка\n---\n\nТекст с чужим описанием',
  'Сноска[^1].\n\n[^1]: Пояснение.\n\n```\n---\n```\n\n{{< figure src="a.png" >}} {% raw %}<b>жирно</b>{% endraw %}\n<!-- комментарий -->',
  'Перевод строки Windows\r\nи старый Mac\rи пробелы в конце  \n\n\n',
  `\n\n   Отступ в начале, ![чужая](../../../etc/passwd) и ![нет](/media/${'a'.repeat(64)}.webp)`,
  '\u2028\u0085\u200b\ufeff<script>alert(1)</script> ~~~\n> > > вложено',
];

let app: TestApp;
let copy: TestApp;
let folder: string;
let author: TestUser;
let editor: TestUser;
let moderator: TestUser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'news-site-export-'));
  app = await createTestApp();
  copy = await createTestApp();
  await app.imports.importFrom(demoFolder);
  author = await app.createUser({ username: 'true' });
  editor = await app.createUser({ role: 'editor' });
  moderator = await app.createUser({ role: 'moderator' });
  await fill();
});
afterAll(async () => {
  await app.stop();
  await copy.stop();
  rmSync(folder, { recursive: true, force: true });
});

const call = async (id: Parameters<TestApp['call']>[0], options: Parameters<TestApp['call']>[1]) => {
  const { status, body } = await app.call(id, options);
  expect([id, status, body]).toEqual([
    id,
    expect.toSatisfy((value: number) => value < 300),
    expect.anything(),
  ]);
  return body;
};

async function fill() {
  const bytes = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#246' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('image', new File([bytes], 'a.png', { type: 'image/png' }));
  const { url } = await call('uploadImage', { as: author, body: form });
  const path = new URL(url, 'http://localhost').pathname;
  const posts = [];
  for (const [index, content] of hostileTexts.entries()) {
    const title = hostileTitles[index % hostileTitles.length] ?? '';
    const text = `${content}![мост](${path} "Подпись")`;
    const status = index === 4 ? 'draft' : 'published';
    posts.push(
      await call('createPost', { as: author, body: { title, content: text, status, standfirst: 'да: ' } }),
    );
  }
  const [first, second, third] = posts;
  const inDays = new Date(Date.now() + 5 * 86_400_000).toISOString();
  await call('createPost', {
    as: author,
    body: { title: 'Завтра', content: 'Текст', publish_at: inDays, status: 'draft' },
  });
  await call('updatePost', {
    as: author,
    params: { slug: first.slug },
    body: { title: 'Новое имя', content: 'Новый' },
  });
  const comment = (body: object, as = author) => call('createComment', { as, body });
  const root = await comment({ post: first.id, content: '- да: #не "список"\n\tс табуляцией' });
  const reply = await comment({ post: first.id, parent: root.id, content: 'null' }, editor);
  await comment({ post: first.id, parent: reply.id, content: '42' });
  const other = await comment({ post: first.id, content: 'Второй корень' }, editor);
  const hidden = await comment({ post: second.id, content: 'Грубость' });
  await call('updateComment', { as: editor, params: { id: other.id }, body: { content: 'Исправлено' } });
  await app.call('deleteComment', { as: editor, params: { id: reply.id } });
  await call('hideComment', {
    as: moderator,
    params: { id: hidden.id },
    body: { rule: 'insult', reason: 'Грубо: да' },
  });
  await call('hidePost', {
    as: moderator,
    params: { id: second.id },
    body: { rule: 'spam', reason: '- реклама' },
  });
  await app.db.updateTable('posts').set({ edited_at: new Date() }).where('id', '=', third.id).execute();
  await app.db.insertInto('post_redirects').values({ path: '/old/адрес?x', post_id: third.id }).execute();
  await app.db
    .insertInto('pins')
    .values({ account_id: author.user.id, post_id: third.id, pinned_at: new Date() })
    .execute();
  await app.db
    .insertInto('post_corrections')
    .values([
      { post_id: third.id, editor_id: editor.user.id, text: 'Уточнили: 5', created_at: new Date() },
      { post_id: third.id, editor_id: null, text: 'И ещё: 6', created_at: new Date() },
    ])
    .execute();
  await fillStates(third, posts[3]);
}

/** What takes days or an office to come about. */
async function fillStates(third: { id: number }, withdrawn: { id: number; slug: string }) {
  const { db } = app;
  const now = new Date();
  const focus = { x: 0.25, y: 0.5 };
  await db
    .updateTable('posts')
    .set({ off_front_page_at: now, off_front_page_by: editor.user.id, image_focus: focus })
    .set({ comments_enabled: false })
    .where('id', '=', third.id)
    .execute();
  await db
    .updateTable('post_stats')
    .set({ views: 70, reader_views: 60 })
    .where('post_id', '=', third.id)
    .execute();
  await call('createComment', { as: editor, body: { post: withdrawn.id, content: 'Под снятой статьёй' } });
  await call('updatePost', { as: author, params: { slug: withdrawn.slug }, body: { status: 'draft' } });
  await db
    .insertInto('front_page_placements')
    .values({ post_id: third.id, section: 'lead', position: 1, placed_by: editor.user.id, placed_at: now })
    .execute();
  await call('createCategory', {
    as: await app.createUser({ role: 'administrator' }),
    body: { name: 'Пустая: да' },
  });
  const banned = await app.createUser();
  await db.updateTable('accounts').set({ is_active: false }).where('id', '=', banned.user.id).execute();
  await db
    .insertInto('account_restrictions')
    .values({ account_id: banned.user.id, kind: 'read-only', until: now })
    .execute();
  await db.transaction().execute(async (tx) => {
    const removed = { at: now, by: null, hiddenReason: '', waitingRule: 'newcomer' as const };
    const comment = { parent: null, content: 'Ждёт', authorId: author.user.id, createdAt: now };
    const copied = { isPinned: false, updatedAt: now, removed };
    await app.comments.insertImported(tx, third.id, [{ ...comment, copied }]);
  });
  await db
    .updateTable('posts')
    .set({
      status: 'hidden',
      hidden_status: 'published',
      waiting_rule: 'refused',
      publish_at: null,
      hidden_at: now,
    })
    .where('title', '=', 'Завтра')
    .execute();
  const pinned = await db
    .selectFrom('comments')
    .select(['id', 'post_id'])
    .where('content', '=', '42')
    .executeTakeFirstOrThrow();
  const settings = { is_locked: true, close_after_days: 0, slow_mode_seconds: 60 };
  await db
    .insertInto('discussion_settings')
    .values({ post_id: pinned.post_id, pinned_comment_id: pinned.id, ...settings })
    .execute();
  await db.updateTable('accounts').set({ is_trapped: true }).where('id', '=', banned.user.id).execute();
  await db
    .updateTable('accounts')
    .set({ deletion_due_at: new Date(now.getTime() + 86_400_000), deletion_texts: 'keep' })
    .where('id', '=', editor.user.id)
    .execute();
  // Their ids are others on another site.
  for (const createdAt of [now, new Date(now.getTime() - 1_000)])
    await db.transaction().execute(async (tx) => {
      const authorId = await app.accounts.createDeletedCopy(tx, { createdAt, deletedAt: now });
      const comment = { parent: null, content: 'От того, кто ушёл', authorId, createdAt };
      const copied = { isPinned: false, updatedAt: createdAt, removed: null };
      await app.comments.insertImported(tx, third.id, [{ ...comment, copied }]);
    });
}

const sums = (path: string) => readFileSync(join(path, 'SHA256SUMS'), 'utf8');

/** The files that differ, with both contents. */
function differences(one: string, other: string) {
  const read = (root: string, file: string) =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8').slice(0, 5_000) : undefined;
  const names = [
    ...new Set([sums(one), sums(other)].flatMap((text) => text.split('\n')).map((line) => line.slice(66))),
  ];
  return names.filter(Boolean).flatMap((file) => {
    const [left, right] = [read(one, file), read(other, file)];
    return left === right ? [] : [{ file, left, right }];
  });
}

const countRows = async (site: TestApp) => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from posts)::int as posts, (select count(*) from comments)::int as comments,
      (select sum(comments_count) from posts)::int as counted, (select sum(replies_count) from comments)::int as replies,
      (select sum(posts_count) from accounts)::int as written, (select sum(comments_count) from accounts)::int as said,
      (select sum(published) from post_totals)::int as published, (select sum(comments) from post_totals)::int as total,
      (select sum(posts_count) from categories)::int as listed, (select sum(views) from post_stats)::int as views`.execute(
    site.db,
  );
  return rows[0];
};

it('gives the same files again after it was imported into an empty site', async () => {
  const first = join(folder, 'first');
  const again = join(folder, 'again');
  const second = join(folder, 'second');
  mkdirSync(first);
  const summary = await app.exports.exportSite(first);
  await app.exports.exportSite(again);
  expect(sums(again)).toBe(sums(first));
  expect(summary.lost).toEqual({ count: 0, paths: [] });
  for (const line of sums(first).trim().split('\n'))
    expect(line).toBe(`${hash('sha256', readFileSync(join(first, line.slice(66))))}  ${line.slice(66)}`);

  const before = copy.mails.length;
  const options = { hasRoles: true };
  const preview = await copy.imports.previewImport(first, options);
  expect(preview.files.map(({ state }) => state).filter((state) => state !== 'new')).toEqual(['doubtful']);
  // Killed in the middle, and continued.
  const killed = new AbortController();
  const onProgress = ({ done }: { done: number }) => done === 12 && killed.abort(new Error('killed'));
  await expect(
    copy.imports.importFrom(first, { ...options, onProgress, signal: killed.signal }),
  ).rejects.toThrow('killed');
  const report = await copy.imports.importFrom(first, options);
  expect(report.skipped.filter(({ isBroken }) => isBroken)).toEqual([]);
  expect(report.problems.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('Такой картинки нет'),
  ]);
  await copy.exports.exportSite(second);
  expect(differences(first, second)).toEqual([]);
  expect(sums(second)).toBe(sums(first));
  expect(await countRows(copy)).toEqual(await countRows(app));

  const repeated = await copy.imports.importFrom(first, options);
  expect([repeated.imported, repeated.updated]).toEqual([[], []]);
  await copy.runJobs();
  expect(copy.mails.length).toBe(before);
});

it('contains no secrets', async () => {
  const { rows } = await sql<{ secret: string }>`
    select password_hash as secret from accounts union select encode(hash, 'hex') from account_tokens`.execute(
    app.db,
  );
  const target = join(folder, 'secrets');
  await app.exports.exportSite(target);
  const text = readdirSync(target, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(md|yml)$/.test(name))
    .map((name) => readFileSync(join(target, name), 'utf8'))
    .join('');
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.filter(({ secret }) => text.includes(secret))).toEqual([]);
});

it('shows one state of the site, although the site goes on, and names the pictures whose files are lost', async () => {
  const storage = {
    get: async (path: string) => {
      await app.db.updateTable('posts').set({ title: 'Слишком поздно', updated_at: new Date() }).execute();
      return path.startsWith('0') ? undefined : Buffer.from(path);
    },
  };
  const before = await app.db.selectFrom('posts').select(['id', 'title']).execute();
  const target = join(folder, 'moment');
  const { lost } = await createExports({ db: app.db, storage }).exportSite(target);
  for (const { id, title } of before)
    await app.db.updateTable('posts').set({ title }).where('id', '=', id).execute();
  const names = readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  for (const name of names) expect(readFileSync(join(target, name), 'utf8')).not.toContain('Слишком поздно');
  expect(lost.paths.every((path) => path.startsWith('0'))).toBe(true);
});

it('is never a folder that only looks complete', async () => {
  const target = join(folder, 'stopped');
  const stopped = new AbortController();
  const onProgress = () => {
    expect(existsSync(target)).toBe(false);
    stopped.abort(new Error('stopped'));
  };
  const exporting = app.exports.exportSite(target, { signal: stopped.signal, onProgress });
  await expect(exporting).rejects.toThrow('stopped');
  expect([existsSync(target), existsSync(`${target}.unfinished`)]).toEqual([false, false]);

  mkdirSync(`${target}.unfinished`);
  await expect(app.exports.exportSite(target)).rejects.toMatchObject({ reason: 'unfinished' });
  mkdirSync(join(`${target}.unfinished`, '_data'));
  writeFileSync(join(`${target}.unfinished`, '_data/site.yml'), 'format: 1');
  await expect(app.imports.importFrom(`${target}.unfinished`)).rejects.toThrow('не закончена');

  const taken = join(folder, 'taken');
  mkdirSync(taken);
  writeFileSync(join(taken, 'letter.txt'), 'чужое');
  await expect(app.exports.exportSite(taken)).rejects.toMatchObject({ reason: 'taken' });
  expect(readdirSync(taken)).toEqual(['letter.txt']);
  await expect(app.exports.exportSite(join(folder, 'a/b'))).rejects.toMatchObject({ reason: 'noParent' });
});

it('splits long lists into files of a bounded size', async () => {
  const target = join(folder, 'parts');
  const entries = ['a', 'b', 'c'].map((letter) => `- ${letter.repeat(600_000)}\n`);
  await createCopyFolder(target, (copy) => copy.writeParts('_data/list.yml', Readable.from(entries)));
  const names = readdirSync(join(target, '_data')).sort();
  expect(names).toEqual(['list.2.yml', 'list.3.yml', 'list.yml']);
  expect(names.map((name) => statSync(join(target, '_data', name)).mode & 0o777)).toEqual([
    0o600, 0o600, 0o600,
  ]);
});
