import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultPublicationRules, type PublicationRules } from '#contract/publication-rules.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { createImageForm } from '#tests/support/image-form.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { createTickingClock } from '#tests/support/ticking-clock.ts';
import { countWaitingQueries } from '#tests/support/waiting-queries.ts';

let app: TestApp;
const clock = createTickingClock();
let editor: TestUser;
let moderator: TestUser;
let author: TestUser;
let reader: TestUser;
let post: { id: number; slug: string };
beforeAll(async () => {
  app = await createTestApp({ clock });
  editor = await app.createUser({ role: 'administrator' });
  moderator = await app.createUser({ role: 'moderator' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await setRules({});
  author = await app.createUser();
  reader = await app.createUser();
  post = await app.createPost(editor);
});

const getRules = async () => (await app.call('getPublicationRules', { as: editor })).body;
async function setRules(changes: Partial<PublicationRules>) {
  const { version } = await getRules();
  const body = { version, rules: { ...defaultPublicationRules, ...changes } };
  return app.call('replacePublicationRules', { as: editor, body });
}
const comment = (as: TestUser, content = 'Слово.', more: object = {}) =>
  app.call('createComment', { as, body: { post: post.id, content, ...more } });
const publish = (as: TestUser, more: object = {}) =>
  app.call('createPost', { as, body: { title: 'Заголовок', content: 'Текст.', ...more } });
const queue = async (query: Record<string, string> = {}) =>
  (await app.call('listWaitingTexts', { as: moderator, query: { page_size: 100, ...query } })).body.results;
const waitingOf = async (user: TestUser) =>
  (await queue()).filter((text: { author: { id: number } }) => text.author.id === user.user.id);
const decide = (outcome: 'publish' | 'hide', texts: object[], more: object = {}) =>
  app.call('decideWaitingTexts', {
    as: moderator,
    body: {
      outcome,
      texts: texts.map((text) => {
        const { kind, id, updated_at } = text as Record<string, unknown>;
        return { kind, id, updated_at };
      }),
      ...more,
    },
  });
const notificationsOf = async (as: TestUser) =>
  (await app.call('listNotices', { as })).body.results.map(({ kind }: { kind: string }) => kind);
const countsOf = async (user: TestUser) =>
  app.db
    .selectFrom('accounts')
    .select(['published_posts_count', 'comments_count'])
    .where('id', '=', user.user.id)
    .executeTakeFirst();

describe('a text that waits', () => {
  it('is created with the usual 201, and only its author and moderators see it', async () => {
    await setRules({ mode: 'before' });
    const created = await publish(author);
    expect([created.status, created.body.status, created.body.hidden.is_waiting]).toEqual([
      201,
      'published',
      true,
    ]);
    const said = await comment(author);
    expect([said.status, said.body.is_active, said.body.content, said.body.hidden.is_waiting]).toEqual([
      201,
      true,
      'Слово.',
      true,
    ]);
    const params = { slug: created.body.slug };
    for (const as of [undefined, reader]) {
      expect((await app.call('getPost', { as, params })).status).toBe(404);
      expect((await app.call('getComment', { as, params: { id: said.body.id } })).status).toBe(404);
      const discussion = await app.call('listPostComments', { as, params: { postId: post.id } });
      expect([discussion.body.comments, discussion.body.comments_count]).toEqual([[], 0]);
    }
    for (const as of [author, moderator])
      expect((await app.call('getPost', { as, params })).status).toBe(200);
    const discussion = await app.call('listPostComments', { as: author, params: { postId: post.id } });
    expect(discussion.body.comments).toMatchObject([{ id: said.body.id, hidden: { is_waiting: true } }]);
    expect((await app.call('listMyPosts', { as: author })).body.results).toMatchObject([
      { id: created.body.id, hidden: { is_waiting: true } },
    ]);
    const mine = await app.call('listMyComments', { as: author });
    expect([mine.body.count, mine.body.results[0].hidden.is_waiting]).toEqual([1, true]);
    expect(await countsOf(author)).toMatchObject({ published_posts_count: 0, comments_count: 0 });
    expect(await waitingOf(author)).toMatchObject([
      { kind: 'post', id: created.body.id, rule: 'everything' },
      { kind: 'comment', id: said.body.id, slug: post.slug, text: 'Слово.' },
    ]);
    expect((await queue({ kind: 'comment', rule: 'everything' })).length).toBeGreaterThan(0);
    const hidden = await app.call('listModeratedPosts', { as: moderator, query: { state: 'hidden' } });
    expect(JSON.stringify(hidden.body.results)).not.toContain(created.body.slug);
    expect((await comment(reader, 'Ответ', { parent: said.body.id })).body.parent).toBeDefined();
  });

  it('is published as if it had been written now, and its author is told', async () => {
    await setRules({ mode: 'before' });
    const created = (await publish(author)).body;
    const said = (await comment(author)).body;
    clock.advance(60_000);
    const before = clock.now().getTime();
    const { body } = await decide('publish', await waitingOf(author));
    expect(body.results.map(({ result }: { result: string }) => result)).toEqual(['done', 'done']);
    const found = (await app.call('getPost', { params: { slug: created.slug } })).body;
    expect([found.hidden, found.edited_at]).toEqual([null, null]);
    expect(Date.parse(found.created_at)).toBeGreaterThanOrEqual(before);
    const spoken = (await app.call('getComment', { params: { id: said.id } })).body;
    expect(Date.parse(spoken.created_at)).toBeGreaterThanOrEqual(before);
    expect(spoken.updated_at).toBe(spoken.created_at);
    expect(await countsOf(author)).toMatchObject({ published_posts_count: 1, comments_count: 1 });
    expect(await notificationsOf(author)).toEqual(['text_published', 'text_published', 'welcome']);
    expect(await waitingOf(author)).toEqual([]);
  });

  it('is hidden by a decision that its author can read, and can come back', async () => {
    await setRules({ mode: 'before' });
    const created = (await publish(author)).body;
    await comment(author);
    const unexplained = await decide('hide', await waitingOf(author), { rule: 'other' });
    expect(unexplained.body).toEqual({ reason: ['Укажите причину.'] });
    await decide('hide', await waitingOf(author), { rule: 'spam', reason: 'Реклама' });
    const decisions = (await app.call('listMyDecisions', { as: author })).body.results;
    expect(decisions).toMatchObject([
      { action: 'hide', target: { kind: 'comment' }, rule: 'spam', reason: 'Реклама' },
      { action: 'hide', target: { kind: 'post', id: created.id } },
    ]);
    const found = (await app.call('getPost', { as: author, params: { slug: created.slug } })).body;
    expect(found.hidden).toEqual({ at: expect.any(String), reason: 'Реклама' });
    expect(await countsOf(author)).toMatchObject({ published_posts_count: 0, comments_count: 0 });
    await app.call('restorePost', { as: moderator, params: { id: created.id } });
    expect((await app.call('getPost', { params: { slug: created.slug } })).status).toBe(200);
  });

  it('is not decided if its author has changed, withdrawn or deleted it since', async () => {
    await setRules({ mode: 'before' });
    const withdrawn = (await publish(author)).body;
    const changed = (await publish(author)).body;
    const deleted = (await publish(author)).body;
    const said = (await comment(author)).body;
    const gone = (await comment(author)).body;
    const seen = await waitingOf(author);
    await app.call('updatePost', { as: author, params: { slug: withdrawn.slug }, body: { status: 'draft' } });
    await app.call('updatePost', { as: author, params: { slug: changed.slug }, body: { content: 'Иное.' } });
    await app.call('deletePost', { as: author, params: { slug: deleted.slug } });
    const edited = await app.call('updateComment', {
      as: author,
      params: { id: said.id },
      body: { content: 'Иное.' },
    });
    expect([edited.status, edited.body.hidden.is_waiting]).toEqual([200, true]);
    expect((await app.call('deleteComment', { as: author, params: { id: gone.id } })).status).toBe(204);
    const { body } = await decide('publish', seen);
    expect(body.results.map(({ result }: { result: string }) => result)).toEqual([
      'gone',
      'changed',
      'gone',
      'changed',
      'gone',
    ]);
    expect((await waitingOf(author)).map(({ id }: { id: number }) => id)).toEqual([changed.id, said.id]);
    await app.call('updatePost', {
      as: author,
      params: { slug: withdrawn.slug },
      body: { status: 'published' },
    });
    expect((await app.call('getPost', { params: { slug: withdrawn.slug } })).status).toBe(404);
  });

  it('is published once by two moderators, and counts once when it is deleted at the same time', async () => {
    await setRules({ mode: 'before' });
    const texts = await Promise.all(Array.from({ length: 5 }, () => comment(author)));
    const seen = await waitingOf(author);
    await Promise.all([
      decide('publish', seen),
      decide('publish', seen.toReversed()),
      decide('hide', seen, { rule: 'spam' }),
      ...texts
        .slice(0, 3)
        .map(({ body }) => app.call('deleteComment', { as: author, params: { id: body.id } })),
    ]);
    const { rows } = {
      rows: await app.db
        .selectFrom('comments')
        .select(['deleted_at', 'is_hidden', 'waiting_rule'])
        .where('author_id', '=', author.user.id)
        .execute(),
    };
    expect(rows.filter(({ waiting_rule }) => waiting_rule !== null)).toEqual([]);
    const visible = rows.filter(({ deleted_at }) => deleted_at === null).length;
    expect(await countsOf(author)).toMatchObject({ comments_count: visible });
    const discussion = await app.call('listPostComments', { params: { postId: post.id } });
    expect(discussion.body.comments_count).toBe(visible);
  });
});

describe('the event loop', () => {
  it('computes the compatibility form of no long text', async () => {
    await setRules({ stop_words: ['казино'] });
    let longest = 0;
    const original = String.prototype.normalize;
    vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
      if (form?.startsWith('NFK')) longest = Math.max(longest, this.length);
      return original.call(this, form);
    });
    const content = 'ﷺ'.repeat(20_000);
    const created = await publish(author, { content });
    const params = { slug: created.body.slug };
    await app.call('updatePost', { as: author, params, body: { title: 'Другой' } });
    await app.call('updatePost', { as: author, params, body: { content: `${content} и` } });
    await comment(author, 'ﷺ'.repeat(10_000));
    await app.call('previewPublicationRules', { as: editor, body: { rules: defaultPublicationRules } });
    vi.restoreAllMocks();
    expect(created.status).toBe(201);
    expect(longest).toBeLessThanOrEqual(2_000);
  });
});

describe('an edit', () => {
  it('of a public text waits if the new text would', async () => {
    const created = (await publish(author)).body;
    const said = (await comment(author)).body;
    await setRules({ stop_words: ['казино'] });
    await app.call('updatePost', { as: author, params: { slug: created.slug }, body: { title: 'Казино' } });
    await app.call('updateComment', { as: author, params: { id: said.id }, body: { content: 'казино' } });
    expect((await waitingOf(author)).map(({ rule }: { rule: string }) => rule)).toEqual([
      'stop-words',
      'stop-words',
    ]);
    expect(await countsOf(author)).toMatchObject({ published_posts_count: 0, comments_count: 0 });
    expect((await app.call('getPost', { params: { slug: created.slug } })).status).toBe(404);
    await decide('publish', await waitingOf(author));
    const { body } = await app.call('getPost', { params: { slug: String(created.id) } });
    expect([body.title, body.created_at]).toEqual(['Казино', created.created_at]);
    expect((await app.call('getComment', { params: { id: said.id } })).body.created_at).toBe(said.created_at);
    expect(await countsOf(author)).toMatchObject({ published_posts_count: 1, comments_count: 1 });
  });

  it('that publishes a draft is judged with a text that another request has just saved', async () => {
    await setRules({ stop_words: ['казино'] });
    const draft = (await publish(author, { status: 'draft' })).body;
    const params = { slug: String(draft.id) };
    const edits = await inTransaction(app.db, async (tx) => {
      await tx.selectFrom('posts').select('id').where('id', '=', draft.id).forUpdate().execute();
      const saved = app.call('updatePost', { as: author, params, body: { content: 'Казино' } });
      await expect.poll(() => countWaitingQueries(app.db)).toBe(1);
      const published = app.call('updatePost', { as: author, params, body: { status: 'published' } });
      await expect.poll(() => countWaitingQueries(app.db)).toBe(2);
      return [saved, published];
    });
    expect((await Promise.all(edits)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await waitingOf(author)).toMatchObject([{ id: draft.id, rule: 'stop-words' }]);
    expect((await app.call('getPost', { params })).status).toBe(404);
  });

  it('of the cover, and a correction, wait as a text does', async () => {
    const first = (await publish(author)).body;
    const second = (await publish(author)).body;
    await setRules({ mode: 'before' });
    const form = await createImageForm();
    const covered = await app.call('updatePost', { as: author, params: { slug: first.slug }, body: form });
    expect([covered.status, covered.body.hidden.is_waiting]).toEqual([200, true]);
    const corrected = await app.call('createCorrection', {
      as: author,
      params: { slug: second.slug },
      body: { text: 'Мост открыли в 1961 году.' },
    });
    expect([corrected.status, corrected.body.is_waiting]).toEqual([201, true]);
    expect((await waitingOf(author)).map(({ id }: { id: number }) => id)).toEqual([first.id, second.id]);
    expect(await countsOf(author)).toMatchObject({ published_posts_count: 0 });
    const seen = await waitingOf(author);
    await app.call('createCorrection', { as: author, params: { slug: first.slug }, body: { text: 'Ещё' } });
    const { results } = (await decide('publish', seen)).body;
    expect(results.map(({ result }: { result: string }) => result)).toEqual(['changed', 'done']);
    const { body } = await app.call('getPost', { params: { slug: second.slug } });
    expect(body.corrections).toMatchObject([{ text: 'Мост открыли в 1961 году.' }]);
  });

  it('of an author who may not publish is refused, and a correction too', async () => {
    const { slug } = (await publish(author)).body;
    await setRules({ blocked_domains: ['spam.test'] });
    const correct = (text: string) =>
      app.call('createCorrection', { as: author, params: { slug }, body: { text } });
    expect((await correct('Подробно: https://spam%2Etest/')).body).toEqual({
      text: ['Ссылки на spam.test здесь не публикуются. Уберите ссылку.'],
    });
    await app.call('sanctionAccount', {
      as: moderator,
      params: { id: author.user.id },
      body: { kind: 'publishing', rule: 'spam', reason: 'Реклама', days: 7 },
    });
    expect((await correct('Тихо')).status).toBe(403);
  });

  it('that publishes a draft, and a scheduled post, are judged too', async () => {
    await setRules({ mode: 'before' });
    const draft = (await publish(author, { status: 'draft' })).body;
    expect(draft.hidden).toBeNull();
    const params = { slug: draft.slug };
    const sent = await app.call('updatePost', { as: author, params, body: { status: 'published' } });
    expect([sent.status, sent.body.hidden.is_waiting]).toEqual([200, true]);
    const due = (
      await publish(author, {
        status: 'draft',
        publish_at: new Date(clock.now().getTime() + 60_000).toISOString(),
      })
    ).body;
    await app.db
      .updateTable('posts')
      .set({ publish_at: new Date(clock.now().getTime() - 1_000) })
      .where('id', '=', due.id)
      .execute();
    await app.runJob('posts.publish');
    expect((await waitingOf(author)).map(({ id }: { id: number }) => id).sort()).toEqual([draft.id, due.id]);
    expect((await app.call('getPost', { params: { slug: due.slug } })).status).toBe(404);
  });
});

describe('a newcomer', () => {
  it('publishes at once again when moderators have published enough texts', async () => {
    await setRules({ mode: 'newcomers', newcomer_hours: 0, newcomer_texts: 2 });
    for (const _ of [1, 2]) await comment(author);
    await decide('publish', await waitingOf(author));
    expect((await comment(author)).body.hidden).toBeUndefined();
  });

  it('meets the limits of a day exactly, also with a hundred requests at once', async () => {
    await setRules({ newcomer_texts_a_day: 3 });
    const sent = await Promise.all(Array.from({ length: 20 }, () => comment(author)));
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 201));
    expect(sent.filter(({ body }) => body.hidden === undefined)).toHaveLength(3);
    expect((await waitingOf(author)).every(({ rule }: { rule: string }) => rule === 'texts-a-day')).toBe(
      true,
    );
  });

  it('shares the limit of a domain with the other newcomers', async () => {
    await setRules({ repeated_domains: 2 });
    const sent = [];
    for (const as of [author, reader, author, reader])
      sent.push(await comment(as, 'Смотрите https://flood.test/1'));
    expect(sent.map(({ body }) => body.hidden !== undefined)).toEqual([false, false, true, true]);
    await app.runJob('publication.sweepCounts');
  });
});

describe('a field that people do not see', () => {
  const homepage = 'https://robot.test';

  it('lets a comment wait, and nothing else of its author', async () => {
    expect((await comment(author, 'Слово.', { homepage })).body.hidden).toMatchObject({ is_waiting: true });
    expect((await comment(author, 'Слово.', { homepage: ' ' })).body.hidden).toBeUndefined();
    expect(await waitingOf(author)).toMatchObject([{ rule: 'trap' }]);
  });

  it('at the registration lets all texts wait until a moderator publishes one', async () => {
    const username = 'robot-that-fills-in-everything';
    const password = 'TestPassword123!';
    const body = { username, email: `${username}@example.com`, password, homepage };
    const registered = await app.call('register', { body });
    expect(registered.status).toBe(201);
    const robot: TestUser = { ...registered.body, password };
    await publish(robot);
    await comment(robot);
    expect((await waitingOf(robot)).map(({ rule }: { rule: string }) => rule)).toEqual(['trap', 'trap']);
    await decide('publish', (await waitingOf(robot)).slice(0, 1));
    expect((await comment(robot)).body.hidden).toBeUndefined();
  });
});

describe('a sudden rise', () => {
  it('is told to moderators once', async () => {
    for (let hour = 1; hour <= 7; hour += 1) await comment(author);
    const values = Array.from({ length: 40 }, () => ({
      post_id: post.id,
      author_id: author.user.id,
      depth: 0,
      content: 'Спам',
      created_at: clock.now(),
      updated_at: clock.now(),
    }));
    await app.db.insertInto('comments').values(values).execute();
    // The accounts of the other tests are no rise.
    await app.db
      .updateTable('accounts')
      .set({ created_at: new Date('2026-01-01') })
      .execute();
    for (const _ of [1, 2]) await app.runJob('publication.watchFlow');
    expect((await notificationsOf(moderator)).filter((kind: string) => kind === 'flood')).toHaveLength(1);
    expect(await notificationsOf(author)).not.toContain('flood');
  });
});

describe('a refusal', () => {
  it('names the domain, or the missing confirmation', async () => {
    await setRules({ blocked_domains: ['spam.test'] });
    const refused = await comment(author, 'https://a.spam.test');
    expect([refused.status, refused.body.errors?.content ?? refused.body.content]).toEqual([
      400,
      expect.anything(),
    ]);
    expect(JSON.stringify(refused.body)).toContain('spam.test');
    expect((await publish(author, { content: '[тут](https://spam.test)' })).status).toBe(400);
    const draft = (await publish(author, { content: '[тут](https://spam.test)', status: 'draft' })).body;
    const params = { slug: draft.slug };
    for (const body of [{ status: 'published' }, { status: 'published', title: 'Иначе' }])
      expect((await app.call('updatePost', { as: author, params, body })).status).toBe(400);
    await setRules({ needs_confirmed_address: true });
    expect((await comment(author)).status).toBe(403);
    expect((await publish(author)).status).toBe(403);
    expect((await comment(editor)).status).toBe(201);
    await app.db
      .updateTable('accounts')
      .set({ email_verified_at: clock.now() })
      .where('id', '=', author.user.id)
      .execute();
    expect((await comment(author)).status).toBe(201);
  });
});

describe('the rules', () => {
  it('have a version, a history and limits', async () => {
    const before = await getRules();
    const changed = await setRules({ mode: 'before', stop_words: ['казино'] });
    expect(changed.body).toMatchObject({ version: before.version + 1, rules: { mode: 'before' } });
    const stale = await app.call('replacePublicationRules', {
      as: editor,
      body: { version: before.version, rules: defaultPublicationRules },
    });
    expect([stale.status, stale.body.current.rules.mode]).toEqual([412, 'before']);
    const [entry] = (await app.call('listPublicationHistory', { as: editor })).body.results;
    expect(entry).toMatchObject({
      actor_name: editor.user.username,
      changes: [
        { field: 'mode', before: 'after', after: 'before' },
        { field: 'stop_words', before: '', after: 'казино' },
      ],
    });
    expect((await app.call('listPublicationHistory', { as: editor, query: { page: 99 } })).status).toBe(404);
    expect((await app.call('listWaitingTexts', { as: moderator, query: { page: 99 } })).status).toBe(404);
    const many = Array.from({ length: 5_001 }, (_, index) => `a${index}`);
    for (const name of ['stop_words', 'blocked_domains'])
      expect((await setRules({ [name]: many })).status).toBe(400);
  });

  it('show first what they would have done with the texts of the last week', async () => {
    await publish(author, { title: 'Об одном казино' });
    await comment(author, 'https://blocked.test');
    const rules = { ...defaultPublicationRules, stop_words: ['казино'], blocked_domains: ['blocked.test'] };
    const { body } = await app.call('previewPublicationRules', { as: editor, body: { rules } });
    expect(body.waiting).toMatchObject([
      { rule: 'stop-words', examples: expect.arrayContaining(['Об одном казино']) },
    ]);
    expect(body.refused).toEqual({ count: 1, examples: ['https://blocked.test'] });
    expect(body.texts).toBe(body.shown + body.refused.count + body.waiting[0].count);
    expect(body.is_partial).toBe(false);
    expect((await getRules()).rules.stop_words).toEqual([]);
    const all = { ...defaultPublicationRules, mode: 'newcomers' };
    const modes = await app.call('previewPublicationRules', { as: editor, body: { rules: all } });
    expect(modes.body.waiting[0].rule).toBe('newcomer');
  });
});
