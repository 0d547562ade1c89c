import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import type { EndpointId } from '#contract/paths.ts';
import { findWrongCounters } from '#tests/support/counters.ts';
import { withImpatientApp } from '#tests/support/impatient-app.ts';
import { fetchTestPicture } from '#tests/support/remote-picture.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** Requests with an `Idempotency-Key`: repeated, they are executed once and get the same response. */
let app: TestApp;
let user: TestUser;
let other: TestUser;
let post: { id: number };
let ownPost: { slug: string };
let picture: Blob;

beforeAll(async () => {
  app = await createTestApp({ fetchPicture: fetchTestPicture });
  user = await app.createUser();
  other = await app.createUser();
  post = await app.createPost(other);
  ownPost = await app.createPost(user);
  const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'navy' } })
    .jpeg()
    .toBuffer();
  picture = new Blob([new Uint8Array(jpeg)]);
});
afterAll(() => app.stop());

const send = (id: EndpointId, key: string, body: unknown, as = user) =>
  app.call(id, { as, params: { slug: ownPost.slug }, body, headers: { 'idempotency-key': key } });
const toFormData = (fields: Record<string, string | Blob>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
type Table = 'posts' | 'comments' | 'media' | 'post_corrections';
const countRows = async (table: Table) =>
  (
    await app.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;
const setKey = (
  key: string,
  changes: { leased_until?: Date; expires_at?: Date; status?: null; body?: null },
) => app.db.updateTable('idempotency_keys').set(changes).where('key', '=', key).execute();
const past = () => new Date(Date.now() - 1000);

type Case = [EndpointId, Table, () => unknown, () => unknown];
const cases: Case[] = [
  [
    'createPost',
    'posts',
    () => ({ title: 'Один раз', content: 'текст' }),
    () => ({ title: 'Другой', content: 'текст' }),
  ],
  [
    'createComment',
    'comments',
    () => ({ post: post.id, content: 'Один раз' }),
    () => ({ post: post.id, content: 'Другой' }),
  ],
  ['createCorrection', 'post_corrections', () => ({ text: 'Один раз' }), () => ({ text: 'Другой' })],
  [
    'uploadImage',
    'media',
    () => toFormData({ image: picture }),
    () => toFormData({ image: new Blob([picture, 'x']) }),
  ],
  [
    'fetchImage',
    'media',
    () => ({ url: 'https://example.com/a.png' }),
    () => ({ url: 'https://example.com/b.png' }),
  ],
];

it('covers every operation declared idempotent', () => {
  const declared = Object.values<Endpoint>(endpoints).filter(({ isIdempotent }) => isIdempotent);
  expect(declared.map(({ id }) => id)).toEqual(expect.arrayContaining(cases.map(([id]) => id)));
});

describe.each(cases)('%s', (id, table, body, otherBody) => {
  it('is executed once for one key and gets the same response again', async () => {
    const before = await countRows(table);
    const key = randomUUID();
    const first = await send(id, key, body());
    expect(first.status).toBe(201);
    const again = await send(id, key, body());
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await countRows(table)).toBe(before + 1);
    const reused = await send(id, key, otherBody());
    expect([reused.status, reused.body.detail]).toEqual([422, expect.stringContaining('Idempotency-Key')]);
    expect(await countRows(table)).toBe(before + 1);
  });

  it('is executed once for concurrent requests with one key', async () => {
    const key = randomUUID();
    const before = await countRows(table);
    const responses = await Promise.all(Array.from({ length: 12 }, () => send(id, key, body())));
    for (const { status, headers } of responses) {
      expect([201, 409]).toContain(status);
      if (status === 409) expect(headers.get('retry-after')).toBe('1');
    }
    expect(
      new Set(
        responses.filter(({ status }) => status === 201).map((response) => JSON.stringify(response.body)),
      ).size,
    ).toBe(1);
    expect((await countRows(table)) - before).toBe(1);
    expect((await send(id, key, body())).status).toBe(201);
  });

  it('returns 409 during a lease and executes again after it has expired', async () => {
    const key = randomUUID();
    const first = await send(id, key, body());
    // The state that a process leaves if it is killed before it writes anything.
    await setKey(key, { status: null, body: null });
    expect((await send(id, key, body())).status).toBe(409);
    expect((await send(id, key, otherBody())).status).toBe(422);
    await setKey(key, { leased_until: past() });
    expect((await send(id, key, otherBody())).status).toBe(422);
    // A lease far in the future, made before the clock was set back, counts as expired too.
    await setKey(key, { leased_until: new Date(Date.now() + 3_600_000) });
    const second = await send(id, key, body());
    expect(second.status).toBe(201);
    expect(second.body).not.toEqual(first.body);
    expect((await send(id, key, body())).body).toEqual(second.body);
  });
});

describe('a stored response', () => {
  type Created = { id: number; slug: string; url: string };
  const findMediaId = async (url: string) =>
    (await app.call('listMedia', { as: user })).body.results.find((picture: Created) => picture.url === url)
      .id;
  const removals: Array<[Case[0], (created: Created) => Promise<[EndpointId, object]>]> = [
    ['createPost', async ({ slug }) => ['deletePost', { slug }]],
    ['createComment', async ({ id }) => ['deleteComment', { id }]],
    ['createCorrection', async ({ id }) => ['deleteCorrection', { slug: ownPost.slug, id }]],
    ['uploadImage', async ({ url }) => ['deleteMedia', { id: await findMediaId(url) }]],
    ['fetchImage', async ({ url }) => ['deleteMedia', { id: await findMediaId(url) }]],
  ];
  const storedBody = async (key: string) =>
    (
      await app.db
        .selectFrom('idempotency_keys')
        .select('body')
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
    ).body;
  const usage = async (as = user) => (await app.call('getUsage', { as })).body;

  it.each(removals)(
    'of %s goes with what was created, and a repetition creates nothing',
    async (id, remove) => {
      const [, table, body, otherBody] = cases.find(([name]) => name === id) as Case;
      const key = randomUUID();
      const { body: made } = await send(id, key, body());
      expect(await storedBody(key)).not.toBeNull();
      const [operation, params] = await remove(made);
      expect((await app.call(operation, { as: user, params: { ...params } })).status).toBe(204);
      expect(await storedBody(key)).toBeNull();
      const before = await countRows(table);
      const again = await send(id, key, body());
      expect([again.status, again.body.detail]).toEqual([422, expect.stringContaining('удалено')]);
      expect((await send(id, key, otherBody())).status).toBe(422);
      expect(await countRows(table)).toBe(before);
      expect(await findWrongCounters(app.db)).toEqual([]);
    },
  );

  it('of a comment goes with the post', async () => {
    const { body: doomed } = await send('createPost', randomUUID(), { title: 'На время', content: 'текст' });
    const key = randomUUID();
    await send('createComment', key, { post: doomed.id, content: 'Слово' }, other);
    await app.call('deletePost', { as: user, params: { slug: doomed.slug } });
    expect(await storedBody(key)).toBeNull();
  });

  it('counts in the quota of its account until it expires', async () => {
    const author = await app.createUser();
    const key = randomUUID();
    const content = 'я'.repeat(1_000);
    await send('createPost', key, { title: 'Т', content }, author);
    const { posts } = await usage(author);
    expect(posts).toMatchObject({
      count: 1,
      bytes: 2_002 + Buffer.byteLength((await storedBody(key)) ?? ''),
    });
    await setKey(key, { expires_at: past() });
    await app.idempotency.clean();
    expect((await usage(author)).posts).toMatchObject({ count: 1, bytes: 2_002 });
    expect(await findWrongCounters(app.db)).toEqual([]);
  });
});

describe('a key', () => {
  const comment = (content = 'Слово') => ({ post: post.id, content });

  it('belongs to its user', async () => {
    const key = randomUUID();
    const [mine, theirs] = [
      await send('createComment', key, comment('Моё')),
      await send('createComment', key, comment('Чужое'), other),
    ];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body.author).toBe(other.user.id);
  });

  it('means the same request on both paths that create comments', async () => {
    const key = randomUUID();
    const first = await send('createPost', key, comment());
    expect((await send('createComment', key, comment())).body).toEqual(first.body);
    expect((await send('createPost', key, comment())).body).toEqual(first.body);
    expect((await send('createPost', key, { title: 'Пост', content: 'т' })).status).toBe(422);
    const form = toFormData({ post: String(post.id), content: 'Слово' });
    expect((await send('createComment', key, form)).body).toEqual(first.body);
  });

  it('can be used again after a refusal, after expiry and after a failed write', async () => {
    const key = randomUUID();
    expect((await send('createComment', key, { post: 999_999, content: 'Слово' })).status).toBe(400);
    const first = await send('createComment', key, comment());
    expect(first.status).toBe(201);
    await setKey(key, { expires_at: past() });
    const nextDay = await send('createComment', key, comment('Завтра'));
    expect([nextDay.status, nextDay.body.content]).toEqual([201, 'Завтра']);

    await withImpatientApp(app, { lock: 100 }, async (impatient) => {
      const as = await impatient.createUser();
      const headers = { 'idempotency-key': randomUUID() };
      const sendBlocked = () => impatient.call('createComment', { as, headers, body: comment('Ждал') });
      const response = await app.db.transaction().execute(async (tx) => {
        await tx.selectFrom('posts').select('id').where('id', '=', post.id).forUpdate().execute();
        return sendBlocked();
      });
      expect(response.status).toBe(503);
      expect((await sendBlocked()).status).toBe(201);
    });
  });

  it('makes a request fail with 409 if it lost its lease', async () => {
    const key = randomUUID();
    const before = await countRows('comments');
    const findLeaseId = async () =>
      (
        await app.db
          .selectFrom('idempotency_keys')
          .select('lease_id')
          .where('key', '=', key)
          .executeTakeFirst()
      )?.lease_id;
    const [slow, quick] = await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('posts').select('id').where('id', '=', post.id).forUpdate().execute();
      const first = send('createComment', key, comment('Дважды'));
      await expect.poll(findLeaseId).toBeTruthy();
      const expiredLease = await findLeaseId();
      await setKey(key, { leased_until: past() });
      const second = send('createComment', key, comment('Дважды'));
      await expect.poll(findLeaseId).not.toBe(expiredLease);
      return [first, second];
    });
    const responses = [await slow, await quick];
    expect(responses.map(({ status }) => status)).toEqual([409, 201]);
    expect((await countRows('comments')) - before).toBe(1);
    expect((await send('createComment', key, comment('Дважды'))).body).toEqual(responses[1]?.body);
  });

  it.each(['имя', 'a b', 'x'.repeat(256)])('cannot be %s', async (key) => {
    const name = Buffer.from(key).toString('latin1');
    const { status, body } = await send('createComment', name, comment());
    expect([status, Object.keys(body)]).toEqual([400, ['detail']]);
  });

  it('is ignored if it is empty and on other operations', async () => {
    expect((await send('createComment', '', comment('Пусто'))).body.id).not.toBe(
      (await send('createComment', '', comment('Пусто'))).body.id,
    );
    expect((await send('listPosts', 'a b', undefined)).status).toBe(200);
  });

  it('is deleted after expiry, until none is due', async () => {
    await sql`
      insert into idempotency_keys (account_id, key, fingerprint, lease_id, leased_until, expires_at)
      select ${user.user.id}, 'due ' || i, '', gen_random_uuid(), now(), now()
      from generate_series(1, 2100) as i`.execute(app.db);
    const key = randomUUID();
    await send('createComment', key, comment('Забудется'));
    await setKey(key, { expires_at: past() });
    await app.idempotency.clean();
    const left = await app.db.selectFrom('idempotency_keys').select('expires_at').execute();
    expect(left.length).toBeGreaterThan(0);
    for (const { expires_at } of left) expect(expires_at.getTime()).toBeGreaterThan(Date.now());
  });
});
