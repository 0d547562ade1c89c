import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await createTestApp();
  folder = mkdtempSync(join(tmpdir(), 'news-site-ghost-'));
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#357' } });
  writeFileSync(join(folder, 'bridge.png'), await picture.png().toBuffer());
  const post = {
    ...{ id: '1', uuid: 'u', title: 'Мост', slug: 'most', type: 'post', status: 'published' },
    published_at: '2020-05-04T10:00:00.000Z',
    html: '<p>Текст</p><img src="__GHOST_URL__/content/images/bridge.png" alt="мост">',
  };
  const data = {
    posts: [post, { ...post, id: '2', slug: 'paid', title: 'За деньги', visibility: 'paid' }],
    users: [{ id: 'a', name: 'Анна Котова', slug: 'anna', email: 'anna@example.com' }],
    posts_authors: ['1', '2'].map((post_id) => ({ post_id, author_id: 'a', sort_order: 0 })),
  };
  writeFileSync(join(folder, 'blog.json'), JSON.stringify({ db: [{ data }] }));
  writeFileSync(
    join(folder, 'members.csv'),
    '\uFEFFid,email,name,note\n1,Reader@example.com,"Пётр ""Петя""\nИванов",\n2,,Без адреса,\n3,present@example.com,Есть,\n4,no-name@example.com,,\n',
  );
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

it('imports posts, pictures and members, sends no mail and publishes nothing that was sold', async () => {
  const present = await app.createUser({ username: 'present' });
  const key = { email: 'present@example.com', email_key: 'present@example.com' };
  await app.db.updateTable('accounts').set(key).where('id', '=', present.user.id).execute();
  await app.runJobs();
  const before = app.mails.length;
  const options = { mediaFolder: folder, membersFile: join(folder, 'members.csv'), isOffline: true };
  const report = await app.imports.importFrom(join(folder, 'blog.json'), options);
  expect(report.imported.map(({ slug }) => slug)).toEqual(['most', 'paid']);
  const posts = await app.db
    .selectFrom('posts')
    .select(['slug', 'status', 'content'])
    .orderBy('id')
    .execute();
  expect(posts).toEqual([
    {
      slug: 'most',
      status: 'published',
      content: expect.stringMatching(/^Текст\n\n!\[мост\]\(\/media\/\S+\)$/),
    },
    { slug: 'paid', status: 'draft', content: expect.any(String) },
  ]);
  expect(await app.imports.findRedirect('/most/')).toBe('/posts/most');
  const accounts = await app.db
    .selectFrom('accounts')
    .select(['email', 'username', 'first_name', 'role'])
    .execute();
  expect(accounts.map(({ email }) => email.toLowerCase()).sort()).toEqual([
    'anna@example.com',
    'no-name@example.com',
    'present@example.com',
    'reader@example.com',
  ]);
  const nameless = accounts.find(({ email }) => email === 'no-name@example.com');
  expect(nameless).toMatchObject({ username: expect.stringMatching(/^reader-/), first_name: 'Читатель' });
  expect(accounts.find(({ email }) => email === 'present@example.com')?.username).toBe(present.user.username);

  const again = await app.imports.importFrom(join(folder, 'blog.json'), options);
  expect([again.imported, again.updated]).toEqual([[], []]);
  expect(await app.db.selectFrom('accounts').select('id').execute()).toHaveLength(accounts.length);
  await app.runJobs();
  expect(app.mails.length).toBe(before);
});

it('says that a list of members cannot be read', async () => {
  writeFileSync(join(folder, 'broken.csv'), `email\n"${'x'.repeat(200_000)}`);
  for (const file of ['broken.csv', 'missing.csv'])
    await expect(
      app.imports.importFrom(join(folder, 'blog.json'), { membersFile: join(folder, file), isOffline: true }),
    ).rejects.toThrow('не таблица CSV');
});
