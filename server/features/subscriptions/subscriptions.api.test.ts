import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  findInvariantViolations,
  listHistoryActions,
  openCheckout,
  setSubscriptionEnd,
  subscribe,
} from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let staff: TestUser;
let reader: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.createUser({ isStaff: true });
});
afterAll(() => app.stop());
beforeEach(async () => {
  reader = await app.createUser();
});

const state = async (as?: TestUser) => (await app.call('getSubscriptionState', { as })).body;
const nothing = {
  has_subscription: false,
  is_active: false,
  subscription: null,
  pinned_post: null,
  can_pin_posts: false,
};

describe('status', () => {
  it('is empty for guests and for users without a subscription', async () => {
    for (const as of [undefined, reader, staff]) expect(await state(as)).toEqual(nothing);
  });

  it('contains subscription and pin of a subscriber', async () => {
    await subscribe(app, reader);
    const post = await app.createPost(reader, { title: 'Первый' });
    await app.call('pinPost', { as: reader, body: { post_id: post.id } });
    const { subscription, pinned_post, ...rest } = await state(reader);
    expect(rest).toEqual({ has_subscription: true, is_active: true, can_pin_posts: true });
    expect(pinned_post.post).toBe(post.id);
    expect(subscription).toEqual({
      id: expect.any(Number),
      user: reader.user.id,
      user_info: {
        id: reader.user.id,
        username: reader.user.username,
        full_name: '',
        email: reader.user.email,
      },
      plan: expect.any(Number),
      plan_info: expect.objectContaining({ name: 'Premium Monthly', price: '299.00' }),
      status: 'active',
      start_date: expect.any(String),
      end_date: expect.any(String),
      auto_renew: false,
      is_active: true,
      days_remaining: 30,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(Date.parse(subscription.end_date) - Date.parse(subscription.start_date)).toBe(30 * 86_400_000);
  });

  it('is expired at once after the end, before the job has run', async () => {
    await subscribe(app, reader);
    const post = await app.createPost(reader);
    await app.call('pinPost', { as: reader, body: { post_id: post.id } });
    await setSubscriptionEnd(app, reader, -0.001);
    const after = await state(reader);
    expect(after).toMatchObject({
      has_subscription: true,
      is_active: false,
      pinned_post: null,
      can_pin_posts: false,
    });
    expect(after.subscription).toMatchObject({ status: 'expired', is_active: false, days_remaining: 0 });
    expect((await app.call('getPin', { as: reader })).status).toBe(404);
    expect((await app.call('unpinPost', { as: reader })).status).toBe(404);
    expect((await app.call('pinPost', { as: reader, body: { post_id: post.id } })).status).toBe(403);
    expect((await app.call('getPost', { params: { slug: post.slug } })).body.is_pinned).toBe(false);
    expect((await app.call('cancelSubscription', { as: reader })).status).toBe(400);
    // The pin of the old term does not return with the new one.
    await subscribe(app, reader);
    expect((await app.call('getPin', { as: reader })).status).toBe(404);
    expect(await listHistoryActions(app, reader)).toEqual([
      'created',
      'activated',
      'post_pinned',
      'post_unpinned',
      'expired',
      'renewed',
    ]);
  });

  it('allows a pin as soon as the subscription is paid', async () => {
    const post = await app.createPost(reader);
    const canPin = async () =>
      (await app.call('getPost', { as: reader, params: { slug: post.slug } })).body.can_pin;
    expect(await canPin()).toBe(false);
    await subscribe(app, reader);
    expect(await canPin()).toBe(true);
    await app.call('cancelSubscription', { as: reader });
    expect(await canPin()).toBe(false);
  });
});

describe('my-subscription', () => {
  it('returns 404 without a subscription, else the record in any status', async () => {
    expect((await app.call('getMySubscription', { as: reader })).status).toBe(404);
    await openCheckout(app, reader);
    expect((await app.call('getMySubscription', { as: reader })).body.status).toBe('pending');
    const editor = await app.createUser({ isStaff: true });
    await subscribe(app, editor);
    expect((await app.call('getMySubscription', { as: editor })).body.status).toBe('active');
  });
});

describe('cancel', () => {
  const cancel = (as: TestUser) => app.call('cancelSubscription', { as });

  it('ends access and pin at once', async () => {
    const editor = await app.createUser({ isStaff: true });
    for (const as of [reader, editor]) {
      await subscribe(app, as);
      const post = await app.createPost(as);
      await app.call('pinPost', { as, body: { post_id: post.id } });
      const { status, body } = await cancel(as);
      expect([status, body]).toEqual([200, { message: 'Subscription cancelled successfully' }]);
      expect(await state(as)).toMatchObject({ has_subscription: true, is_active: false, pinned_post: null });
      expect((await app.call('getPin', { as })).status).toBe(404);
      expect((await app.call('getPost', { params: { slug: post.slug } })).body.is_pinned).toBe(false);
    }
    expect(await listHistoryActions(app, reader)).toEqual([
      'created',
      'activated',
      'post_pinned',
      'post_unpinned',
      'cancelled',
    ]);
    expect(await findInvariantViolations(app)).toEqual([]);
  });

  it('returns 404 without a subscription and 400 for a pending one', async () => {
    const none = await cancel(reader);
    expect([none.status, none.body]).toEqual([
      404,
      { error: 'No subscription found', detail: 'У вас нет подписки.' },
    ]);
    await openCheckout(app, reader);
    const pending = await cancel(reader);
    expect([pending.status, pending.body]).toEqual([
      400,
      { error: 'Subscription is not active', detail: 'Подписка не действует.' },
    ]);
  });

  it('succeeds once for concurrent requests', async () => {
    await subscribe(app, reader);
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await cancel(reader)).status));
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
    expect((await listHistoryActions(app, reader)).filter((action) => action === 'cancelled')).toHaveLength(
      1,
    );
  });
});

describe('history', () => {
  it('is empty at first, then lists entries newest first with descriptions', async () => {
    for (const as of [reader, staff])
      expect((await app.call('listSubscriptionHistory', { as })).body).toEqual({
        count: 0,
        next: null,
        previous: null,
        results: [],
      });
    await subscribe(app, reader);
    const post = await app.createPost(reader, { title: 'Мосты' });
    await app.call('pinPost', { as: reader, body: { post_id: post.id } });
    const { body } = await app.call('listSubscriptionHistory', { as: reader });
    expect(body.results).toMatchObject([
      {
        action: 'post_pinned',
        description: 'Закреплён пост «Мосты»',
        metadata: { post_id: post.id, post_title: 'Мосты' },
      },
      { action: 'activated', description: 'Подписка «Premium Monthly» активирована' },
      { action: 'created', description: 'Оформление подписки «Premium Monthly»' },
    ]);
    const second = await app.call('listSubscriptionHistory', {
      as: reader,
      query: { page: 2, page_size: 2 },
    });
    expect(second.body).toMatchObject({ count: 3, next: null, results: [{ action: 'created' }] });
    expect((await app.call('listSubscriptionHistory', { as: reader, query: { page: 2 } })).status).toBe(404);
  });
});
