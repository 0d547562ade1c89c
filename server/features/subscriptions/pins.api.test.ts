import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PinListItem } from '#contract/subscribe.ts';
import { findInvariantViolations, listHistoryActions, subscribe } from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let staff: TestUser;
let reader: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.createUser({ isStaff: true });
  await subscribe(app, staff);
});
afterAll(() => app.stop());
beforeEach(async () => {
  reader = await app.createUser();
});

const pin = (as: TestUser, body: object) => app.call('pinPost', { as, body });
const getPin = (as: TestUser) => app.call('getPin', { as });

describe('pin-post', () => {
  it('checks the id, the post, its author and the subscription in this order', async () => {
    const draft = await app.createPost(reader, { status: 'draft' });
    const foreign = await app.createPost(staff);
    const own = await app.createPost(reader);
    const unknown = { post_id: ['Такого поста нет.'], error: 'Post not found', detail: 'Такого поста нет.' };
    const cases: Array<[object, number, object]> = [
      [{}, 400, { post_id: ['Обязательное поле.'] }],
      [{ post_id: 'x' }, 400, { post_id: ['Недопустимое значение.'] }],
      [{ post_id: 1.5 }, 400, { post_id: ['Недопустимое значение.'] }],
      [{ post_id: 999_999 }, 400, unknown],
      [{ post_id: draft.id }, 400, unknown],
      [
        { post_id: foreign.id },
        400,
        {
          post_id: ['Закрепить можно только свой пост.'],
          error: 'You can only pin your own posts',
          detail: 'Закрепить можно только свой пост.',
        },
      ],
      [
        { post_id: own.id },
        403,
        {
          error: 'Active subscription required to pin posts',
          detail: 'Для закрепления постов необходима активная подписка.',
        },
      ],
    ];
    for (const [body, status, expected] of cases) {
      const response = await pin(reader, body);
      expect([response.status, response.body]).toEqual([status, expected]);
    }
    expect((await app.call('pinPost', { body: {} })).status).toBe(401);
  });

  it('pins a post, ignores the same post again and replaces the pin with another', async () => {
    await subscribe(app, reader);
    const [first, second] = [
      await app.createPost(reader, { title: 'Первый', content: 'т'.repeat(300) }),
      await app.createPost(reader, { title: 'Второй' }),
    ];
    const pinned = await pin(reader, { post_id: first.id });
    expect(pinned.status).toBe(201);
    expect(pinned.body).toEqual({
      id: expect.any(Number),
      post: first.id,
      post_info: {
        id: first.id,
        title: 'Первый',
        slug: first.slug,
        content: `${'т'.repeat(200)}...`,
        image: null,
        views_count: 0,
        created_at: first.created_at,
      },
      pinned_at: expect.any(String),
    });
    const again = await pin(reader, { post: String(first.id) });
    expect([again.status, again.body]).toEqual([201, pinned.body]);
    expect((await getPin(reader)).body).toEqual(pinned.body);
    expect((await pin(reader, { post_id: second.id })).body.post).toBe(second.id);
    expect((await app.call('getPost', { params: { slug: first.slug } })).body.is_pinned).toBe(false);
    expect(await listHistoryActions(app, reader)).toEqual([
      'created',
      'activated',
      'post_pinned',
      'post_unpinned',
      'post_pinned',
    ]);
    const staffPost = await app.createPost(staff);
    expect((await pin(staff, { post_id: staffPost.id })).status).toBe(201);
    expect((await getPin(staff)).status).toBe(200);
  });
});

describe('pinned-post', () => {
  it('is changed by PUT and PATCH, with errors under the field of the request', async () => {
    const own = await app.createPost(reader);
    const foreign = await app.createPost(staff);
    for (const id of ['replacePin', 'updatePin'] as const) {
      const change = (body: object, as = reader) => app.call(id, { as, body });
      await app.call('cancelSubscription', { as: reader });
      expect((await change({ post: own.id })).status).toBe(403);
      expect((await change({ post: foreign.id })).body).toMatchObject({
        post: ['Закрепить можно только свой пост.'],
        error: 'You can only pin your own posts',
      });
      expect((await change({ post_id: 999_999 })).body).toHaveProperty('post_id');
      expect((await change({})).body).toEqual({ post: ['Обязательное поле.'] });
      await subscribe(app, reader);
      expect((await change({ post: own.id })).body).toMatchObject({ post: own.id });
      expect((await change({ post_id: foreign.id }, staff)).status).toBe(200);
    }
  });

  it('is removed by DELETE and by unpin-post', async () => {
    await subscribe(app, reader);
    const readerPost = await app.createPost(reader);
    const staffPost = await app.createPost(staff);
    for (const [as, { id }] of [
      [reader, readerPost],
      [staff, staffPost],
    ] as const) {
      await pin(as, { post_id: id });
      expect((await app.call('deletePin', { as })).status).toBe(204);
      expect((await app.call('deletePin', { as })).status).toBe(404);
      await pin(as, { post_id: id });
      const unpinned = await app.call('unpinPost', { as });
      expect([unpinned.status, unpinned.body]).toEqual([200, { message: 'Post unpinned successfully' }]);
      const nothing = await app.call('unpinPost', { as, body: {} });
      expect([nothing.status, nothing.body]).toEqual([
        404,
        { error: 'No pinned post found', detail: 'У вас нет закреплённого поста.' },
      ]);
      expect((await getPin(as)).status).toBe(404);
    }
  });

  it('is removed with its post and recorded in the history', async () => {
    await subscribe(app, reader);
    const [unpublished, deleted] = [await app.createPost(reader), await app.createPost(reader)];
    await pin(reader, { post_id: unpublished.id });
    await app.call('updatePost', {
      as: reader,
      params: { slug: unpublished.slug },
      body: { status: 'draft' },
    });
    expect((await getPin(reader)).status).toBe(404);
    await pin(reader, { post_id: deleted.id });
    await app.call('deletePost', { as: staff, params: { slug: deleted.slug } });
    expect((await getPin(reader)).status).toBe(404);
    expect((await listHistoryActions(app, reader)).slice(2)).toEqual([
      'post_pinned',
      'post_unpinned',
      'post_pinned',
      'post_unpinned',
    ]);
  });
});

describe('can-pin', () => {
  const check = (as: TestUser, postId: number | string) => app.call('checkPin', { as, params: { postId } });
  const checks = {
    post_exists: true,
    is_own_post: true,
    has_subscription: true,
    subscription_active: true,
    can_pin: true,
  };

  it('returns the failed checks', async () => {
    const own = await app.createPost(reader);
    const without = await check(reader, own.id);
    expect([without.status, without.body]).toEqual([
      200,
      {
        post_id: own.id,
        can_pin: false,
        checks: { ...checks, has_subscription: false, subscription_active: false, can_pin: false },
        message: 'Cannot pin post',
      },
    ]);
    await subscribe(app, reader);
    expect((await check(reader, own.id)).body).toEqual({
      post_id: own.id,
      can_pin: true,
      checks,
      message: 'Can pin post',
    });
    expect((await check(staff, own.id)).body.checks).toEqual({
      ...checks,
      is_own_post: false,
      can_pin: false,
    });
    await app.call('cancelSubscription', { as: reader });
    expect((await check(reader, own.id)).body.checks).toEqual({
      ...checks,
      subscription_active: false,
      can_pin: false,
    });
  });

  it('returns 404 for unknown ids and drafts', async () => {
    const draft = await app.createPost(reader, { status: 'draft' });
    for (const as of [reader, staff])
      for (const id of [draft.id, 999_999, 'x', '\u0000']) {
        const response = await check(as, id);
        expect([response.status, response.body]).toEqual([
          404,
          {
            post_id: typeof id === 'string' ? 0 : id,
            can_pin: false,
            checks: {
              post_exists: false,
              is_own_post: false,
              has_subscription: false,
              subscription_active: false,
              can_pin: false,
            },
            message: 'Post not found',
            detail: 'Такого поста нет.',
          },
        ]);
      }
  });
});

describe('pinned posts', () => {
  it('rotate hourly if there are more than twenty', async () => {
    let now = new Date('2026-11-20T10:30:00Z');
    const crowdedApp = await createTestApp({ clock: { now: () => now } });
    try {
      const author = await crowdedApp.createUser();
      const { id: category, slug, name } = await crowdedApp.createCategory();
      const post = await crowdedApp.createPost(author, { category });
      for (let index = 0; index < 24; index += 1) {
        const other = await crowdedApp.db
          .insertInto('accounts')
          .values({
            username: `p${index}`,
            username_key: `p${index}`,
            email: `p${index}@example.com`,
            email_key: `p${index}@example.com`,
            password_hash: '',
            subscriber_until: new Date('2027-01-01'),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const copy = await crowdedApp.createPost(author, { category, title: `Пост ${index}` });
        await crowdedApp.db
          .updateTable('posts')
          .set({ author_id: other.id })
          .where('id', '=', copy.id)
          .execute();
        const pinned_at = new Date(now.getTime() - (24 - index) * 1000);
        await crowdedApp.db
          .insertInto('pins')
          .values({ account_id: other.id, post_id: copy.id, pinned_at })
          .execute();
      }
      const listed = async (as?: TestUser) => (await crowdedApp.call('listPins', { as })).body;
      const first = await listed();
      expect([first.count, first.results.length]).toEqual([24, 20]);
      expect(first.results[0]).toMatchObject({
        category: name,
        is_pinned: true,
        author: { username: expect.stringMatching(/^p\d+$/), full_name: '' },
      });
      const times = first.results.map(({ pinned_at }: PinListItem) => pinned_at);
      expect(times).toEqual([...times].sort());
      const idsOf = ({ results }: { results: Array<{ id: number }> }) => results.map(({ id }) => id);
      // In lists the same twenty come first; the other four are in their usual place and not marked as pinned.
      const list = (await crowdedApp.call('listPosts', { query: { page_size: 100 } })).body;
      expect(idsOf(list).slice(0, 20)).toEqual(idsOf(first));
      expect(list.pinned_posts_count).toBe(20);
      expect(list.count).toBe(25);
      expect(list.results.filter(({ is_pinned }: { is_pinned: boolean }) => is_pinned)).toHaveLength(20);
      const ofCategory = (await crowdedApp.call('listCategoryPosts', { params: { slug } })).body;
      expect(ofCategory.posts.slice(0, 20).map(({ id }: { id: number }) => id)).toEqual(idsOf(first));
      const waiting = list.results.find(
        ({ is_pinned, id }: { is_pinned: boolean; id: number }) => !is_pinned && id !== post.id,
      );
      const detail = (await crowdedApp.call('getPost', { params: { slug: waiting.slug } })).body;
      expect(detail.is_pinned).toBe(true);
      const seen = new Map<number, number>();
      for (let hour = 0; hour < 6; hour += 1) {
        for (const id of idsOf(await listed())) seen.set(id, (seen.get(id) ?? 0) + 1);
        now = new Date(now.getTime() + 3_600_000);
      }
      expect([seen.size, ...new Set(seen.values())]).toEqual([24, 5]);
    } finally {
      await crowdedApp.stop();
    }
  });

  it('are visible to everybody', async () => {
    for (const as of [undefined, reader, staff]) {
      const { status, body } = await app.call('listPins', { as });
      expect([status, body.count]).toEqual([200, body.results.length]);
    }
  });
});

it('never leaves a pin without a subscription after concurrent requests', async () => {
  for (let round = 0; round < 12; round += 1) {
    const racer = await app.createUser();
    await subscribe(app, racer);
    const [kept, lost] = [await app.createPost(racer), await app.createPost(racer)];
    const as = racer;
    const responses = await Promise.all([
      pin(racer, { post_id: lost.id }),
      app.call('deletePost', { as, params: { slug: lost.slug } }),
      pin(racer, { post_id: kept.id }),
      app.call('updatePost', { as, params: { slug: kept.slug }, body: { status: 'draft' } }),
      app.call('cancelSubscription', { as }),
      app.call('unpinPost', { as }),
      pin(racer, { post_id: lost.id }),
    ]);
    for (const { status } of responses) expect([200, 201, 204, 400, 403, 404]).toContain(status);
  }
  expect(await findInvariantViolations(app)).toEqual([]);
});
