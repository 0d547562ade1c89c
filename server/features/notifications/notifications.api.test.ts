import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notificationKind } from '#contract/notifications.ts';
import {
  openCheckout,
  pressSandboxButton,
  setSubscriptionEnd,
  subscribe,
} from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let now = new Date();
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
});
afterAll(() => app.stop());

const list = async (as: TestUser, query: Record<string, string | number> = {}) =>
  (await app.call('listNotices', { as, query })).body;
const kindsOf = async (as: TestUser) => (await list(as)).results.map(({ kind }: { kind: string }) => kind);
const addNotification = (as: TestUser, key: string) =>
  app.notifications.add(app.db, as.user.id, key, { kind: 'payment_failed' });

describe('a new account', () => {
  it.each([false, true])('has a welcome notification with first steps (staff: %s)', async (isStaff) => {
    const user = await app.createUser({ isStaff });
    const { count, unread_count, results, next } = await list(user);
    expect([count, unread_count, next]).toEqual([1, 1, null]);
    expect(results[0]).toMatchObject({ kind: 'welcome', title: 'Добро пожаловать', is_read: false });
    expect(results[0].links.map(({ path }: { path: string }) => path)).toEqual([
      '/profile',
      '/posts/create',
      '/posts',
    ]);
  });

  it('has it too when created by a command', async () => {
    const id = await app.accounts.create(app.db, {
      username: 'made-by-hand',
      email: 'made-by-hand@example.com',
      passwordHash: '',
      firstName: '',
      lastName: '',
    });
    const rows = await app.db
      .selectFrom('notifications')
      .select('kind')
      .where('account_id', '=', id)
      .execute();
    expect(rows).toEqual([{ kind: 'welcome' }]);
  });
});

describe('an event', () => {
  it('creates one notification for repeated and concurrent reports', async () => {
    const user = await app.createUser();
    await Promise.all(Array.from({ length: 8 }, () => addNotification(user, 'payment 1')));
    await addNotification(user, 'payment 2');
    expect(await kindsOf(user)).toEqual(['payment_failed', 'payment_failed', 'welcome']);
  });

  it('creates a notification for each reported account', async () => {
    const [one, other] = [await app.createUser(), await app.createUser()];
    await addNotification(one, 'payment 1');
    await addNotification(other, 'payment 1');
    expect([(await list(one)).count, (await list(other)).count]).toEqual([2, 2]);
  });

  it('does not come back once it is cleared', async () => {
    const user = await app.createUser();
    await addNotification(user, 'payment 1');
    await app.call('clearNotices', { as: user });
    await addNotification(user, 'payment 1');
    expect((await list(user)).results).toEqual([]);
  });

  it('creates no notification if the transaction is rolled back', async () => {
    const user = await app.createUser();
    const rolledBack = app.db.transaction().execute(async (tx) => {
      await app.notifications.add(tx, user.user.id, 'payment 1', { kind: 'payment_failed' });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect((await list(user)).count).toBe(1);
  });

  it('is deleted after a year', async () => {
    const user = await app.createUser();
    now = new Date(Date.now() - 366 * 24 * 3_600_000);
    await addNotification(user, 'payment 1');
    now = new Date();
    expect((await list(user)).count).toBe(2);
    await app.jobHandlers.find(({ name }) => name === 'notifications.sweep')?.run({});
    expect(await kindsOf(user)).toEqual(['welcome']);
  });
});

describe('an edit by the editors', () => {
  it('notifies the author once a day for each editor, and nobody of their own edits', async () => {
    const [author, editor, other] = [
      await app.createUser(),
      await app.createUser({ role: 'editor' }),
      await app.createUser({ role: 'editor' }),
    ];
    const post = await app.createPost(author, { title: 'Мост' });
    const edit = (as: TestUser, content: string) =>
      app.call('updatePost', { as, params: { slug: post.id }, body: { content } });
    await edit(author, 'Свой текст.');
    expect(await kindsOf(author)).toEqual(['welcome']);
    await edit(editor, 'Правка.');
    await edit(editor, 'Ещё правка.');
    await edit(other, 'И ещё.');
    const { results } = await list(author);
    expect(results.map(({ kind }: { kind: string }) => kind)).toEqual([
      'post_edited',
      'post_edited',
      'welcome',
    ]);
    expect(results[1].text).toContain(`«Мост» изменил редактор ${editor.user.username}`);
    expect(results[1].links[0].path).toBe(`/posts/${post.id}/revisions`);
    expect(await kindsOf(editor)).toEqual(['welcome']);
  });

  it('of a comment notifies its author', async () => {
    const [author, editor] = [await app.createUser(), await app.createUser({ role: 'editor' })];
    const post = await app.createPost(editor, { title: 'Мост' });
    const body = { post: post.id, content: 'Грубо.' };
    const { id } = (await app.call('createComment', { as: author, body })).body;
    await app.call('updateComment', { as: editor, params: { id }, body: { content: 'Мягче.' } });
    const [newest] = (await list(author)).results;
    expect([newest.kind, newest.links[0].path]).toEqual(['comment_edited', '/comments/my']);
    expect(newest.text).toContain('«Мост»');
  });

  it('is stored for every kind that the contract names', async () => {
    const user = await app.createUser();
    for (const kind of notificationKind.options)
      await app.notifications.add(app.db, user.user.id, `every ${kind}`, {
        kind,
        details: {
          postId: 1,
          title: 'а',
          editor: 'б',
          planName: 'в',
          until: new Date().toISOString(),
          amount: '1.00',
          currency: 'RUB',
        },
      } as never);
    expect((await list(user, { page_size: 100 })).count).toBe(notificationKind.options.length + 1);
  });
});

describe('a subscription', () => {
  it('notifies its owner when it is activated, extended and cancelled', async () => {
    const user = await app.createUser();
    await subscribe(app, user);
    const [activated] = (await list(user)).results;
    expect(activated).toMatchObject({ kind: 'subscription_activated', title: 'Подписка активирована' });
    expect(activated.text).toMatch(/«Premium Monthly» действует до \d+ [а-я]+ \d{4}/);
    await setSubscriptionEnd(app, user, 3);
    await subscribe(app, user);
    await app.call('cancelSubscription', { as: user });
    expect(await kindsOf(user)).toEqual([
      'subscription_cancelled',
      'subscription_extended',
      'subscription_activated',
      'welcome',
    ]);
  });

  it('notifies its owner of a failed payment, but not of an abandoned checkout', async () => {
    const user = await app.createUser();
    await pressSandboxButton(app, await openCheckout(app, user), 'decline');
    await pressSandboxButton(app, await openCheckout(app, user), 'close');
    expect(await kindsOf(user)).toEqual(['payment_failed', 'welcome']);
  });
});

describe('the list', () => {
  it('is sorted newest first and paginated', async () => {
    const user = await app.createUser();
    for (const key of ['a', 'b', 'c', 'd']) await addNotification(user, key);
    const first = await list(user, { page_size: 2 });
    expect([first.count, first.unread_count, first.results.length]).toEqual([5, 5, 2]);
    expect(first.next).toContain('/api/v1/notices/?page_size=2&page=2');
    const last = await list(user, { page_size: 2, page: 3 });
    expect(last.results.map(({ kind }: { kind: string }) => kind)).toEqual(['welcome']);
    expect(last.next).toBeNull();
    expect((await app.call('listNotices', { as: user, query: { page: 4 } })).status).toBe(404);
  });

  it('is not accessible to other accounts', async () => {
    const [owner, other] = [await app.createUser(), await app.createUser({ isStaff: true })];
    const [{ id }] = (await list(owner)).results;
    expect((await app.call('readNotice', { as: other, params: { id } })).status).toBe(404);
    await app.call('readNotices', { as: other });
    await app.call('clearNotices', { as: other });
    expect((await list(owner)).unread_count).toBe(1);
    expect((await app.call('listNotices')).status).toBe(401);
  });
});

describe('reading', () => {
  it.each([false, true])('marks one (staff: %s)', async (isStaff) => {
    const user = await app.createUser({ isStaff });
    await addNotification(user, 'a');
    const [newest] = (await list(user)).results;
    for (const _ of ['once', 'twice']) {
      const { status, body } = await app.call('readNotice', { as: user, params: { id: newest.id } });
      expect([status, body]).toEqual([200, { unread_count: 1 }]);
    }
    expect((await list(user)).results.map(({ is_read }: { is_read: boolean }) => is_read)).toEqual([
      true,
      false,
    ]);
  });

  it.each(['0', '-1', 'x', '99999999999999999999', '1.5'])('returns 404 for the id %s', async (id) => {
    const user = await app.createUser();
    expect((await app.call('readNotice', { as: user, params: { id } })).status).toBe(404);
  });

  it('marks all, or those up to an id', async () => {
    const user = await app.createUser();
    const [{ id: seen }] = (await list(user)).results;
    await addNotification(user, 'a');
    const some = await app.call('readNotices', { as: user, body: { up_to: seen } });
    expect(some.body).toEqual({ unread_count: 1 });
    expect((await app.call('readNotices', { as: user })).body).toEqual({ unread_count: 0 });
  });

  it('refuses an invalid id', async () => {
    const user = await app.createUser();
    for (const id of ['readNotices', 'clearNotices'] as const) {
      const { status, body } = await app.call(id, { as: user, body: { up_to: 'x' } });
      expect([status, Object.keys(body)]).toEqual([400, ['up_to']]);
    }
  });
});

describe('clearing', () => {
  it.each([false, true])('removes all (staff: %s)', async (isStaff) => {
    const user = await app.createUser({ isStaff });
    await addNotification(user, 'a');
    expect((await app.call('clearNotices', { as: user })).body).toEqual({ unread_count: 0 });
    expect(await list(user)).toMatchObject({ count: 0, unread_count: 0, results: [] });
  });

  it('keeps notifications that are newer than the given id', async () => {
    const user = await app.createUser();
    const [{ id: seen }] = (await list(user)).results;
    await addNotification(user, 'a');
    await app.call('clearNotices', { as: user, body: { up_to: seen } });
    expect(await kindsOf(user)).toEqual(['payment_failed']);
    expect((await app.call('readNotice', { as: user, params: { id: seen } })).status).toBe(404);
  });
});
