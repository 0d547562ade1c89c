import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxLinksPerAccount, maxLinksPerDraft } from '#contract/draft-links.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { countWaitingQueries } from '#tests/support/waiting-queries.ts';

/** Links by which others read a draft. */
let app: TestApp;
let author: TestUser;
let staff: TestUser;
let reader: TestUser;
let moderator: TestUser;
let key: string;
let lastKey = 0;
const started = new Date('2026-11-20T09:00:00Z');
let now = started;

beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now }, env: { RATE_LIMIT_FACTOR: '0' } });
  staff = await app.createUser({ isStaff: true });
  reader = await app.createUser();
  moderator = await app.createUser({ role: 'administrator' });
});
beforeEach(async () => {
  now = started;
  author = await app.createUser();
  lastKey += 1;
  key = `new-${lastKey.toString(16).padStart(32, '0')}`;
});
afterAll(() => app.stop());

const text = { title: 'Ночной трамвай', content: 'Последний **рейс**', writer: 'форма' };
const save = (body: object = {}, at = key) =>
  app.call('saveDraft', { as: author, params: { key: at }, body: { ...text, ...body } });
const create = (at = key, as = author) => app.call('createDraftLink', { as, body: { key: at } });
const tokenOf = ({ body }: { body: { url: string } }) => new URL(body.url).hash.slice(1);
const createToken = async (at = key, as = author) => tokenOf(await create(at, as));
const read = (token: string) => app.call('readDraftLink', { body: { token } });
const list = async (query = {}) => (await app.call('listDraftLinks', { as: author, query })).body;

describe('a link to an editor draft', () => {
  it('shows the latest text to anybody, rendered as an article', async () => {
    const { id } = await app.createCategory('Ночной город');
    await save({ title: 'Раньше' });
    const token = await createToken();
    await save({ standfirst: 'Вводка', category: id, image_caption: 'Мост', image_focus: { x: 0, y: 1 } });
    expect((await read(token)).body).toEqual({
      published_slug: null,
      draft: {
        title: text.title,
        standfirst: 'Вводка',
        content_html: '<p>Последний <strong>рейс</strong></p>',
        image: null,
        image_info: null,
        image_caption: 'Мост',
        image_focus: { x: 0, y: 1 },
        category: 'Ночной город',
        author_info: expect.objectContaining({ id: author.user.id }),
        updated_at: now.toISOString(),
      },
    });
  });

  it('shows the post that the draft becomes, and leads to it after publication', async () => {
    await save();
    const token = await createToken();
    const body = { ...text, status: 'draft', draft_key: key, draft_writer: text.writer };
    const { id, slug } = (await app.call('createPost', { as: author, body })).body;
    expect((await read(token)).body.draft.title).toBe(text.title);
    expect((await list()).results).toMatchObject([{ key: `post-${id}` }]);
    const change = { title: 'Правка', content: 'Правка', writer: 'форма' };
    await save(change, `post-${id}`);
    expect((await read(token)).body.draft.title).toBe('Правка');
    const published = { status: 'published', draft_key: `post-${id}` };
    await app.call('updatePost', { as: author, params: { slug }, body: published });
    expect((await read(token)).body).toEqual({ published_slug: slug, draft: null });
  });

  it('ends with the draft, with its time, and when it is revoked', async () => {
    await save();
    const [deleted, revoked] = [await create(), await create()];
    await app.call('deleteDraftLink', { as: reader, params: { id: revoked.body.id } });
    expect((await read(tokenOf(revoked))).status).toBe(200);
    expect((await app.call('deleteDraftLink', { as: author, params: { id: 'x' } })).status).toBe(404);
    await app.call('deleteDraftLink', { as: author, params: { id: revoked.body.id } });
    expect((await read(tokenOf(revoked))).status).toBe(404);
    now = new Date(started.getTime() + 30 * 24 * 3_600_000 - 1);
    expect((await read(tokenOf(deleted))).status).toBe(200);
    now = new Date(now.getTime() + 1);
    expect((await read(tokenOf(deleted))).status).toBe(404);
    await app.runJob('posts.sweep');
    const { count } = await app.db
      .selectFrom('draft_links')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('expires_at', '<=', now)
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
    now = started;
    const last = await createToken();
    await app.call('deleteDraft', { as: author, params: { key } });
    expect((await read(last)).status).toBe(404);
  });

  it('is stored as a hash only', async () => {
    await save();
    const token = await createToken();
    const rows = await app.db.selectFrom('draft_links').selectAll().execute();
    expect(rows.map(({ token_hash: hash }) => hash)).toContainEqual(
      createHash('sha256').update(token).digest(),
    );
    for (const row of rows)
      for (const stored of Object.values(row)) expect(String(stored)).not.toContain(token);
    expect(token).toMatch(/^[\w-]{43}$/);
  });

  it('has a limit for each draft, also for concurrent requests', async () => {
    await save();
    const statuses = await Promise.all(
      Array.from({ length: maxLinksPerDraft + 3 }, async () => (await create()).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(maxLinksPerDraft);
    expect((await list({ key, page_size: 2 })).count).toBe(maxLinksPerDraft);
  });

  it('has a limit for two requests that both count before either has stored its link', async () => {
    await save();
    for (let created = 1; created < maxLinksPerDraft; created += 1) await create();
    const requests = await app.db.transaction().execute(async (tx) => {
      // Counting is possible, storing is not.
      await sql`lock table draft_links in exclusive mode`.execute(tx);
      const sent = [create(), create()];
      await expect.poll(() => countWaitingQueries(app.db)).toBe(2);
      return { sent };
    });
    const statuses = (await Promise.all(requests.sent)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 400]);
  });

  it('has a limit for each account; expired links do not count', async () => {
    await save();
    const insertLinks = (count: number, expiresAt: Date) =>
      sql`
      insert into draft_links (account_id, draft_key, token_hash, created_at, expires_at)
      select ${author.user.id}, 'new-' || repeat('f', 32), sha256(gen_random_uuid()::text::bytea), ${now}, ${expiresAt}
      from generate_series(1, ${count}::int)`.execute(app.db);
    const later = new Date(now.getTime() + 1);
    await insertLinks(maxLinksPerAccount - 1, later);
    await insertLinks(5, now);
    expect((await create()).status).toBe(201);
    expect((await create()).body.detail).toContain(`уже ${maxLinksPerAccount} действующих ссылок`);
    now = later;
    expect((await create()).status).toBe(201);
  });

  it('shows nothing while its account is disabled', async () => {
    await save();
    const token = await createToken();
    const { id } = author.user;
    await app.db.updateTable('accounts').set({ is_active: false }).where('id', '=', id).execute();
    expect((await read(token)).status).toBe(404);
  });
});

describe('a link to a text that is published', () => {
  const publishes: Array<[string, (slug: string, id: number) => Promise<unknown>]> = [
    ['a change', (slug) => change(slug, { status: 'published' })],
    [
      'its schedule',
      async (slug) => {
        const at = new Date(now.getTime() + 60_000);
        await change(slug, { publish_at: at.toISOString() });
        now = at;
        await app.runJob('posts.publish');
      },
    ],
    [
      'a moderator',
      async (_slug, id) => {
        await app.db
          .updateTable('posts')
          .set({ status: 'hidden', hidden_status: 'published', hidden_at: now, waiting_rule: 'all' })
          .where('id', '=', id)
          .execute();
        await app.call('restorePost', { as: staff, params: { id } });
      },
    ],
  ];
  const change = (slug: string, body: object) =>
    app.call('updatePost', { as: author, params: { slug }, body });
  const later = { title: 'Потом', content: 'Потом', writer: 'форма' };

  it.each(publishes)('leads to the post after %s, and shows no draft again', async (_name, publish) => {
    const post = await app.createPost(author, { status: 'draft' });
    const at = `post-${post.id}`;
    const tokens = [await createToken(at), await createToken(at, staff)];
    await publish(post.slug, post.id);
    await save(later, at);
    await app.call('saveDraft', { as: staff, params: { key: at }, body: later });
    for (const token of tokens)
      expect((await read(token)).body).toEqual({ published_slug: post.slug, draft: null });
    await change(post.slug, { status: 'draft' });
    for (const token of tokens) expect((await read(token)).status).toBe(404);
    const again = await createToken(at);
    expect((await read(again)).body.draft.title).toBe('Потом');
    await change(post.slug, { status: 'published' });
    for (const token of [...tokens, again]) expect((await read(token)).body.published_slug).toBe(post.slug);
  });

  it('leads to the post that its draft becomes at once, also when another form has saved the draft since', async () => {
    await save();
    const token = await createToken();
    await save({ title: 'Из другой вкладки', writer: 'другая форма', version: 1 });
    const body = { ...text, draft_key: key, draft_writer: text.writer };
    const { slug } = (await app.call('createPost', { as: author, body })).body;
    await save();
    expect((await read(token)).body).toEqual({ published_slug: slug, draft: null });
    await change(slug, { status: 'draft' });
    expect((await read(token)).status).toBe(404);
  });

  it('shows the changes of a published post until they are published', async () => {
    const post = await app.createPost(author);
    const at = `post-${post.id}`;
    await save(later, at);
    const token = await createToken(at);
    expect((await read(token)).body.draft.title).toBe('Потом');
    await change(post.slug, { ...later, draft_key: at, draft_writer: later.writer });
    await save({ title: 'Ещё позже' }, at);
    expect((await read(token)).body).toEqual({ published_slug: 'potom', draft: null });
  });

  it('leads to the post when it is created during the publication', async () => {
    const post = await app.createPost(author, { status: 'draft' });
    const at = `post-${post.id}`;
    const created = await app.db.transaction().execute(async (tx) => {
      await tx.updateTable('posts').set({ status: 'published' }).where('id', '=', post.id).execute();
      const sent = create(at);
      await expect.poll(() => countWaitingQueries(app.db)).toBe(1);
      return { sent };
    });
    expect((await created.sent).status).toBe(400);
  });
});

describe('a link to a post', () => {
  it('is created by its author and by staff, for an unpublished post only', async () => {
    const draft = await app.createPost(author, { status: 'draft', title: 'Черновик' });
    const at = `post-${draft.id}`;
    const token = await createToken(at, staff);
    expect((await read(token)).body.draft).toMatchObject({
      title: 'Черновик',
      author_info: { id: author.user.id },
    });
    expect((await create(at, reader)).status).toBe(404);
    const published = await app.createPost(author);
    expect((await create(`post-${published.id}`, reader)).status).toBe(403);
    expect((await create(`post-${published.id}`)).status).toBe(400);
    expect((await create(key)).body.detail).toBe('Черновика с таким текстом нет: сначала сохраните его.');
    expect((await create('куда-нибудь')).status).toBe(404);
  });

  it('never shows a hidden post, nor a post of others after its creator has lost the right to edit', async () => {
    const former = await app.createUser({ isStaff: true });
    const post = await app.createPost(author, { status: 'draft' });
    const [own, foreign] = [
      await createToken(`post-${post.id}`),
      await createToken(`post-${post.id}`, former),
    ];
    await app.db.updateTable('accounts').set({ is_staff: false }).where('id', '=', former.user.id).execute();
    expect((await read(foreign)).status).toBe(404);
    await app.call('updatePost', {
      as: author,
      params: { slug: post.slug },
      body: { status: 'published' },
    });
    await app.call('hidePost', { as: staff, params: { id: post.id }, body: {} });
    await save({}, `post-${post.id}`);
    expect((await read(own)).status).toBe(404);
    expect((await create(`post-${post.id}`)).status).toBe(400);
  });

  it('is visible to the author when an editor has created it', async () => {
    const post = await app.createPost(author, { status: 'draft' });
    const at = `post-${post.id}`;
    const { body: own } = await create(at);
    const { body: ofEditor } = await create(at, staff);
    expect(ofEditor.editor).toBeNull();
    const { count, results } = await list({ key: at });
    expect([count, results]).toMatchObject([
      2,
      [
        { id: ofEditor.id, editor: { id: staff.user.id, username: staff.user.username } },
        { id: own.id, editor: null },
      ],
    ]);
    const { body: ofStaff } = await app.call('listDraftLinks', { as: staff, query: { key: at } });
    expect(ofStaff.results).toMatchObject([{ id: ofEditor.id, editor: null }]);
    for (let created = 1; created < maxLinksPerDraft; created += 1)
      expect((await create(at)).status).toBe(201);
  });

  it.each(['publishing', 'read-only'])(
    'shows nothing that its owner writes under a sanction: %s',
    async (kind) => {
      const post = await app.createPost(author, { status: 'draft' });
      await save();
      const [ofPost, ofDraft] = [await createToken(`post-${post.id}`), await createToken()];
      const params = { id: author.user.id };
      const sanction = { kind, days: 3, rule: 'spam', reason: 'Реклама.' };
      await app.call('sanctionAccount', { as: moderator, params, body: sanction });
      const changed = { title: 'Реклама' };
      expect((await save(changed)).status).toBe(403);
      expect((await save(changed, `post-${post.id}`)).status).toBe(403);
      expect((await save(changed, `new-${'e'.repeat(32)}`)).status).toBe(200);
      expect((await create()).status).toBe(403);
      expect((await read(ofDraft)).body.draft.title).toBe(text.title);
      expect((await read(ofPost)).body.draft.title).toBe(post.title);
    },
  );

  it('counts no view', async () => {
    const post = await app.createPost(author, { status: 'draft' });
    await read(await createToken(`post-${post.id}`));
    const { body } = await app.call('getPost', {
      as: author,
      params: { slug: post.slug },
      query: { count_view: 'false' },
    });
    expect(body.views_count).toBe(0);
  });
});
