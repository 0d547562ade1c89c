import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxCorrections } from '#contract/corrections.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** Corrections of published posts. */
let app: TestApp;
let author: TestUser;
let reader: TestUser;
let staff: TestUser;
const now = new Date('2026-11-20T09:00:00Z');

beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
  author = await app.createUser();
  reader = await app.createUser();
  staff = await app.createUser({ isStaff: true });
});
afterAll(() => app.stop());

const add = (slug: string, text: unknown, { as = author, headers = {} } = {}) =>
  app.call('createCorrection', { as, params: { slug }, body: { text }, headers });
const remove = (slug: string, id: number | string, as = author) =>
  app.call('deleteCorrection', { as, params: { slug, id } });
const read = async (slug: string) =>
  (await app.call('getPost', { params: { slug } })).body.corrections as Array<{ id: number; text: string }>;

describe('a correction', () => {
  it('is added by the author and by staff and is shown to readers, oldest first', async () => {
    const { slug, version, updated_at } = await app.createPost(author);
    expect(await read(slug)).toEqual([]);
    const first = await add(slug, '  Мост открыли в 1961 году. ');
    expect([first.status, first.body]).toEqual([
      201,
      { id: expect.any(Number), text: 'Мост открыли в 1961 году.', created_at: now.toISOString() },
    ]);
    const second = await add(slug, 'Фамилия инженера — Рейн.', { as: staff });
    expect(await read(slug)).toEqual([first.body, second.body]);
    const { body } = await app.call('getPost', { params: { slug } });
    expect([body.version, body.updated_at]).toEqual([version, updated_at]);
  });

  it('is deleted by the author, twice without an error, and only through its post', async () => {
    const post = await app.createPost(author);
    const other = await app.createPost(reader);
    const { id } = (await add(post.slug, 'Одна')).body;
    expect((await remove(other.slug, id, reader)).status).toBe(204);
    expect((await remove(post.slug, id, reader)).status).toBe(403);
    expect(await read(post.slug)).toHaveLength(1);
    expect((await remove(post.slug, id)).status).toBe(204);
    expect((await remove(post.slug, id)).status).toBe(204);
    expect((await remove(post.slug, 'x')).status).toBe(204);
    expect(await read(post.slug)).toEqual([]);
  });

  it('is refused for another author, for a draft and for an invalid text', async () => {
    const post = await app.createPost(author);
    const draft = await app.createPost(author, { status: 'draft' });
    expect((await add(post.slug, 'Чужая', { as: reader })).status).toBe(403);
    expect((await add(draft.slug, 'Чужой черновик', { as: reader })).status).toBe(404);
    expect((await add(draft.slug, 'Рано')).body.detail).toBe(
      'Исправления добавляют к опубликованным статьям.',
    );
    for (const text of ['', '   ', undefined, 'я'.repeat(501), 'нуль\u0000'])
      expect((await add(post.slug, text)).body).toHaveProperty('text');
    expect(await read(post.slug)).toEqual([]);
  });

  it('is added once when its request is repeated', async () => {
    const { slug } = await app.createPost(author);
    const headers = { 'idempotency-key': 'correction' };
    const first = await add(slug, 'Один раз', { headers });
    const second = await add(slug, 'Один раз', { headers });
    expect(second.body).toEqual(first.body);
    expect(await read(slug)).toHaveLength(1);
  });
});

it('stops at the limit, also for concurrent requests', async () => {
  const { slug } = await app.createPost(author);
  const statuses = await Promise.all(
    Array.from({ length: maxCorrections + 4 }, async (_, index) => (await add(slug, `№ ${index}`)).status),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(maxCorrections);
  expect(statuses.filter((status) => status === 400)).toHaveLength(4);
  expect(await read(slug)).toHaveLength(maxCorrections);
});
