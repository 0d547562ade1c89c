import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as shapes from './support/contract-shapes.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';

/**
 * A client that knows only the public description of the API: paths and fields are literals and nothing is imported from
 * `contract/`. It behaves like existing clients that cannot be changed. The tests build on each other in file order.
 */
// biome-ignore lint/suspicious/noExplicitAny: a client reads untyped JSON; `contract-shapes.ts` checks the shapes.
type ClientResponse = { status: number; body: any; headers: Headers };
type RequestOptions = { token?: string; json?: unknown; form?: BodyInit; headers?: Record<string, string> };
type Member = { token: string; refresh: string; id: number; email: string; username: string };

const password = 'TestPassword123!';
const browser = 'http://localhost:5173';
let app: TestApp;
let staff: Member;
let anna: Member;
let boris: Member;
let now = Date.now();
const dayMs = 24 * 3_600_000;

beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => new Date(now) } });
  const editor = await app.createUser({ isStaff: true });
  staff = { token: editor.access, refresh: editor.refresh, ...editor.user };
  anna = await registerMember('anna');
  boris = await registerMember('boris');
});
afterAll(() => app.stop());

async function send(
  method: string,
  path: string,
  { token, json, form, headers }: RequestOptions = {},
): Promise<ClientResponse> {
  const response = await fetch(`${app.origin}/api/v1${path}`, {
    method,
    body: json === undefined ? (form ?? null) : JSON.stringify(json),
    headers: {
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
}
const get = (path: string, token?: string) => send('GET', path, token === undefined ? {} : { token });
const post = (path: string, { token }: { token: string }, json: unknown = {}) =>
  send('POST', path, { token, json });

async function registerMember(username: string): Promise<Member> {
  const email = `${username}@example.com`;
  const { status, body } = await send('POST', '/auth/register/', { json: { username, email, password } });
  expect(status).toBe(201);
  return { token: body.access, refresh: body.refresh, ...body.user };
}

const expectShape = (value: unknown, shape: Parameters<typeof shapes.findDifferences>[1]) =>
  expect(shapes.findDifferences(value, shape)).toEqual([]);
/** Expects a status and a Russian message under `field` or `detail`, which the client shows. */
function expectRefusal({ status, body }: ClientResponse, expected: number, field?: string) {
  expect([status, body]).toEqual([expected, expect.any(Object)]);
  const text = field ? body[field]?.[0] : body.detail;
  expect(text, JSON.stringify(body)).toMatch(/[а-яё]/i);
}
function toFormData(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
const pixel = new Blob([
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
]);

describe('conventions', () => {
  it('serves paths without the trailing slash, and returns JSON for unknown paths and methods', async () => {
    expect((await get('/posts')).status).toBe(200);
    expect((await send('POST', '/auth/login', { json: { email: anna.email, password } })).status).toBe(200);
    expectRefusal(await get('/nothing/'), 404);
    const wrong = await send('DELETE', '/posts/');
    expectRefusal(wrong, 405);
    expect(wrong.headers.get('allow')).toMatch(/GET.*POST/);
  });

  it('accepts JSON, multipart and form bodies, and a missing body as an empty one', async () => {
    const login = { email: anna.email, password };
    for (const form of [toFormData(login), new URLSearchParams(login)])
      expect((await send('POST', '/auth/login/', { form })).status).toBe(200);
    expectRefusal(await send('POST', '/auth/login/'), 400, 'email');
    const headers = { 'content-type': 'application/json' };
    expectRefusal(await send('POST', '/auth/login/', { form: '{broken', headers }), 400);
    const xml = { form: '<a/>', headers: { 'content-type': 'text/xml' } };
    expectRefusal(await send('POST', '/auth/login/', xml), 415);
  });

  it('returns 401 for an invalid token except on endpoints that issue tokens', async () => {
    for (const authorization of ['Bearer', 'Bearer ', 'Basic YTpi'])
      expect((await send('GET', '/posts/', { headers: { authorization } })).status).toBe(200);
    for (const path of ['/posts/', '/posts/categories/', '/subscribe/status/', '/comments/']) {
      const { status, body } = await get(path, 'stale');
      expect([status, body.code]).toEqual([401, 'token_not_valid']);
    }
    const anonymous = await get('/auth/profile/');
    expectRefusal(anonymous, 401);
    expect(anonymous.headers.get('www-authenticate')).toMatch(/^Bearer/);
    const stale = { token: 'stale' };
    const json = { email: anna.email, password };
    expect((await send('POST', '/auth/login/', { ...stale, json })).status).toBe(200);
    const fresh = { username: 'stale-token', email: 'stale@example.com', password };
    expect((await send('POST', '/auth/register/', { ...stale, json: fresh })).status).toBe(201);
    const refresh = { refresh: anna.refresh };
    expect((await send('POST', '/auth/token/refresh/', { ...stale, json: refresh })).status).toBe(200);
    expectRefusal(await send('POST', '/payment/webhooks/stripe/', { ...stale, json: {} }), 400);
  });

  it('honours, clamps or defaults page_size, and returns 404 for a missing page', async () => {
    for (let index = 0; index < 3; index += 1)
      await post('/posts/', boris, { title: `Страница ${index}`, content: 'текст' });
    const { body } = await get('/posts/?page_size=2&status=published');
    expectShape(body, { ...shapes.pageOf(shapes.postListItem), pinned_posts_count: 'int' });
    expect([body.results.length, body.previous]).toEqual([2, null]);
    expect(body.next).toMatch(/^http.*status=published/);
    for (const query of ['page_size=1000', 'page_size=x', 'ordering=x', 'unknown=1', 'search=', 'author='])
      expect((await get(`/posts/?${query}`)).status).toBe(200);
    for (const page of ['0', '999', 'x']) expectRefusal(await get(`/posts/?page=${page}`), 404);
    expect((await get('/posts/?search=такогонет')).body).toMatchObject({ count: 0, results: [] });
    expectRefusal(await get('/posts/?author=x'), 400, 'author');
    expect((await get('/posts/?author=999999')).body.count).toBe(0);
  });

  it('allows browsers of configured origins, also to read errors', async () => {
    const preflight = await send('OPTIONS', '/posts/1/', {
      headers: {
        origin: browser,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,content-type,if-match,idempotency-key',
      },
    });
    expect(preflight.headers.get('access-control-allow-methods')).toMatch(/PUT.*PATCH.*DELETE/);
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/authorization/i);
    const headers = { origin: browser };
    for (const [method, path] of [
      ['OPTIONS', '/posts/'],
      ['GET', '/posts/no-such-post/'],
      ['GET', '/auth/profile/'],
      ['DELETE', '/posts/'],
      ['POST', '/auth/login/'],
    ] as const) {
      const response = await send(method, path, {
        headers: { ...headers, 'access-control-request-method': 'GET' },
      });
      expect(response.headers.get('access-control-allow-origin'), `${method} ${path}`).toBe(browser);
    }
  });
});

describe('accounts', () => {
  it('accepts and checks an optional password confirmation under three names', async () => {
    for (const name of ['password2', 'password_confirm', 'password_confirmation']) {
      const json = { username: `new-${name}`, email: `${name}@example.com`, password, [name]: 'other' };
      const refused = await send('POST', '/auth/register/', { json });
      expectRefusal(refused, 400, 'password');
      expect(Object.keys(refused.body)).toEqual(['password', name]);
      const names = { first_name: '', last_name: '' };
      const { status, body } = await send('POST', '/auth/register/', {
        json: { ...json, ...names, [name]: password },
      });
      expect(status).toBe(201);
      expectShape(body, shapes.authResponse);
    }
    const duplicate = { username: 'ANNA', email: 'other@example.com', password };
    expectRefusal(await send('POST', '/auth/register/', { json: duplicate }), 400, 'username');
    const duplicateEmail = { username: 'other', email: 'Anna@Example.com', password };
    expectRefusal(await send('POST', '/auth/register/', { json: duplicateEmail }), 400, 'email');
  });

  it('logs in by e-mail or username with the expected message, and refuses with 400', async () => {
    for (const json of [{ email: 'ANNA@example.com' }, { username: 'anna' }, { email: 'anna' }]) {
      const { body } = await send('POST', '/auth/login/', { json: { ...json, password } });
      expect(body.message).toBe('User login successfully');
      expectShape(body, shapes.authResponse);
    }
    for (const email of [anna.email, 'nobody@example.com']) {
      const json = { email, password: 'wrong' };
      expectRefusal(await send('POST', '/auth/login/', { json }), 400, 'non_field_errors');
    }
  });

  it('returns 401 for a refused refresh, and 429 for repeated ones', async () => {
    const refresh = () => send('POST', '/auth/token/refresh/', { json: { refresh: 'no such token' } });
    for (let failure = 0; failure < 5; failure += 1) {
      const { status, body } = await refresh();
      expect([status, body.code]).toEqual([401, 'token_not_valid']);
    }
    const ended = await refresh();
    expectRefusal(ended, 429);
    expect(Number(ended.headers.get('retry-after'))).toBeGreaterThan(0);
    expectRefusal(await send('POST', '/auth/token/refresh/', { json: {} }), 400, 'refresh');
  });

  it('accepts a form serialised as JSON for the profile and returns the complete profile', async () => {
    const json = {
      first_name: 'Анна',
      last_name: 'Ковалёва',
      bio: '',
      avatar: {},
      email: 'x@y.ru',
      is_staff: true,
    };
    const saved = await send('PUT', '/auth/profile/', { token: anna.token, json });
    expectShape(saved.body, shapes.userProfile);
    expect(saved.body).toMatchObject({ full_name: 'Анна Ковалёва', email: anna.email, is_staff: false });
    const form = toFormData({ avatar: pixel });
    const withPicture = await send('PATCH', '/auth/profile/', { token: anna.token, form });
    expectShape(withPicture.body, { ...shapes.userProfile, avatar: 'url' });
    const { avatar } = withPicture.body;
    for (const kept of [{}, avatar]) {
      const { body } = await send('PATCH', '/auth/profile/', { token: anna.token, json: { avatar: kept } });
      expect(body.avatar).toBe(avatar);
    }
    const cleared = await send('PATCH', '/auth/profile/', { token: anna.token, json: { avatar: '' } });
    expect(cleared.body.avatar).toBeNull();
  });

  it('keeps the tokens of the caller after a password change and revokes all others', async () => {
    const member = await registerMember('changer');
    const other = (await send('POST', '/auth/login/', { json: { email: member.email, password } })).body;
    const change = (json: object) => send('PUT', '/auth/change-password/', { token: member.token, json });
    const new_password = 'AnotherPassword456!';
    expectRefusal(await change({ old_password: 'wrong', new_password }), 400, 'old_password');
    for (const name of ['new_password2', 'new_password_confirm', 'new_password_confirmation'])
      expectRefusal(await change({ old_password: password, new_password, [name]: 'x' }), 400, 'new_password');
    const { body } = await change({ old_password: password, new_password, new_password2: new_password });
    expect(body).toEqual({ message: 'Password changed successfully' });
    expect((await get('/auth/profile/', member.token)).status).toBe(200);
    const refresh = (token: string) => send('POST', '/auth/token/refresh/', { json: { refresh: token } });
    expect([(await refresh(member.refresh)).status, (await refresh(other.refresh)).status]).toEqual([
      200, 401,
    ]);
  });

  it('accepts logout with the token under both names or without one, and refuses an invalid token', async () => {
    const member = await registerMember('leaver');
    const broken = await post('/auth/logout/', member, { refresh_token: 'garbage' });
    expectRefusal(broken, 400);
    expect(broken.body.error).toBe('Invalid token');
    for (const name of ['refresh_token', 'refresh', 'nothing']) {
      const { body } = await send('POST', '/auth/login/', { json: { email: member.email, password } });
      const response = await post('/auth/logout/', { token: body.access }, { [name]: body.refresh });
      expect([response.status, response.body]).toEqual([200, { message: 'Logout successful' }]);
      const json = { refresh: body.refresh };
      expect((await send('POST', '/auth/token/refresh/', { json })).status).toBe(401);
    }
  });
});

describe('categories', () => {
  it('are written by staff, found by slug and id, and deleted without their posts', async () => {
    const create = (member: Member, name: unknown) => post('/posts/categories/', member, { name });
    expectRefusal(await create(anna, 'Город'), 403);
    const { status, body: city } = await create(staff, 'Город');
    expect([status, city.slug]).toEqual([201, 'gorod']);
    expectShape(city, shapes.category);
    expectRefusal(await create(staff, 'ГОРОД'), 400, 'name');
    expectRefusal(await create(staff, ' '), 400, 'name');
    const inside = await post('/posts/', anna, {
      title: 'О городе',
      content: 'Улицы.',
      category: String(city.id),
    });
    expect(inside.body).toMatchObject({ category: city.id, category_info: { slug: 'gorod' } });
    for (const key of ['gorod', city.id]) {
      expect((await get(`/posts/categories/${key}/`)).body.id).toBe(city.id);
      const { body } = await get(`/posts/categories/${key}/posts/?page_size=4`);
      expectShape(body, {
        category: shapes.category,
        posts: [shapes.postListItem],
        pinned_posts_count: 'int',
      });
      expect(body.posts[0].category).toBe('Город');
      expect((await get(`/posts/?category=${key}`)).body.count).toBe(1);
    }
    expectShape((await get('/posts/categories/')).body, shapes.pageOf(shapes.category));
    expectRefusal(await get('/posts/categories/none/posts/'), 404);
    expect((await send('DELETE', '/posts/categories/gorod/', { token: staff.token })).status).toBe(204);
    expect((await get(`/posts/${inside.body.slug}/`)).body.category).toBeNull();
  });
});

describe('posts', () => {
  it('are created from a form serialised as JSON and from multipart', async () => {
    const json = { title: 'Привет, мир', content: '**ж**', category: '', image: {}, id: 9, views_count: 99 };
    const { status, body } = await post('/posts/', anna, json);
    expect(status).toBe(201);
    expectShape(body, shapes.postDetail);
    expect(body).toMatchObject({ slug: 'privet-mir', author: anna.id, status: 'published', views_count: 0 });
    expect([body.updated_at, body.content_html]).toEqual([
      body.created_at,
      expect.stringContaining('<strong>'),
    ]);
    const form = toFormData({
      title: 'Привет, мир',
      content: 'с картинкой',
      image: pixel,
      comments_enabled: 'false',
    });
    const second = await send('POST', '/posts', { token: anna.token, form });
    expectShape(second.body, { ...shapes.postDetail, image: 'url' });
    expect(second.body).toMatchObject({ slug: 'privet-mir-2', comments_enabled: false });
    for (const title of ['popular', 'create', '2026', '!!!'])
      expect((await post('/posts/', anna, { title, content: 'x' })).body.slug).not.toBe(title);
    for (const [field, wrong] of Object.entries({ title: ' ', content: '', category: 999_999, status: 'x' }))
      expectRefusal(await post('/posts/', anna, { title: 'a', content: 'b', [field]: wrong }), 400, field);
    expectRefusal(await send('POST', '/posts/', { json: {} }), 401);
  });

  it('have bare arrays and special objects where clients expect them, and count views', async () => {
    for (const path of ['/posts/popular/', '/posts/recent/'])
      expectShape((await get(path)).body, [shapes.postListItem]);
    expectShape((await get('/posts/my-posts/', anna.token)).body, shapes.pageOf(shapes.postListItem));
    expectShape((await get('/posts/pinned/')).body, { count: 'int', results: [shapes.postListItem] });
    expectShape((await get('/posts/featured/')).body, {
      pinned_posts: [shapes.postListItem],
      popular_posts: [shapes.postListItem],
      total_pinned: 'int',
    });
    const { body } = await post('/posts/', anna, { title: 'Свежий', content: 'x'.repeat(250) });
    expect((await get(`/posts/${body.slug}/`)).body).toMatchObject({
      views_count: 1,
      updated_at: body.updated_at,
    });
    expect((await get(`/posts/${body.id}/`, anna.token)).body.views_count).toBe(2);
    const [first] = (await get('/posts/my-posts/?search=свежий', anna.token)).body.results;
    expect(first.content).toBe(`${'x'.repeat(200)}...`);
  });

  it('are refused in the order 401, 404, 403, 400; drafts of others are 404', async () => {
    const open = (await post('/posts/', anna, { title: 'Открытый', content: 'x' })).body;
    const draft = (await post('/posts/', anna, { title: 'Тайный', content: 'x', status: 'draft' })).body;
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const change = (slug: string, token?: string) =>
        send(method, `/posts/${slug}/`, token === undefined ? { json: {} } : { token, json: {} });
      expectRefusal(await change('no-such-post'), 401);
      expectRefusal(await change(draft.slug, boris.token), 404);
      expectRefusal(await change(open.slug, boris.token), 403);
    }
    expectRefusal(
      await send('PUT', `/posts/${open.slug}/`, { token: anna.token, json: { title: 'a' } }),
      400,
      'content',
    );
    expect((await get(`/posts/${draft.slug}/`)).status).toBe(404);
    expect((await get(`/posts/${draft.slug}/`, staff.token)).status).toBe(200);
    expect((await get('/posts/?search=тайный', staff.token)).body.count).toBe(0);
    expect((await get('/posts/?search=тайный&status=draft', staff.token)).body.count).toBe(1);
  });

  it('renew the slug with the title, keep their image, and detect conflicting versions', async () => {
    const form = toFormData({ title: 'Первое имя', content: 'x', image: pixel });
    const { body: before } = await send('POST', '/posts/', { token: anna.token, form });
    const change = (json: object, headers = {}) =>
      send('PATCH', `/posts/${before.id}/`, { token: anna.token, json, headers });
    const renamed = await change({ title: 'Второе имя', image: {} }, { 'if-match': `"${before.version}"` });
    expectShape(renamed.body, shapes.postDetail);
    expect(renamed.body).toMatchObject({ slug: 'vtoroe-imya', image: before.image });
    expect((await get('/posts/pervoe-imya/')).body.slug).toBe('vtoroe-imya');
    const stale = await change({ content: 'y' }, { 'if-match': `"${before.version}"` });
    expectRefusal(stale, 412);
    expectShape(stale.body.current, shapes.postDetail);
    expect((await change({ image: before.image })).body.image).toBe(before.image);
    expect((await change({ image: '' })).body.image).toBeNull();
    expect((await send('DELETE', '/posts/vtoroe-imya/', { token: staff.token })).status).toBe(204);
    expectRefusal(await get(`/posts/${before.id}/`), 404);
  });

  it('are created once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const write = (title: string) =>
      send('POST', '/posts/', { token: anna.token, json: { title, content: 'x' }, headers });
    const [first, second] = [await write('Один раз'), await write('Один раз')];
    expect([second.status, second.body.id]).toEqual([201, first.body.id]);
    expectRefusal(await write('Другой'), 422);
  });
});

describe('comments', () => {
  it('are also created by POST /posts/, in every encoding, with numbers as strings', async () => {
    const { body: article } = await post('/posts/', anna, { title: 'Обсуждение', content: 'x' });
    const first = await post('/posts/', boris, { post: article.id, content: 'Первый', parent: null });
    expect(first.status).toBe(201);
    expectShape(first.body, shapes.commentDetail);
    expect(first.body).toMatchObject({
      is_reply: false,
      is_active: true,
      post_slug: article.slug,
      replies: [],
    });
    const fields = { post: String(article.id), content: 'Форма', parent: '' };
    for (const form of [new URLSearchParams(fields), toFormData(fields)])
      expect((await send('POST', '/posts/', { token: boris.token, form })).status).toBe(201);
    const reply = await post('/comments/', anna, {
      post: article.id,
      content: 'Ответ',
      parent: String(first.body.id),
    });
    expect(reply.body).toMatchObject({ parent: first.body.id, is_reply: true });
    const deeper = await post('/comments/', boris, {
      post: article.id,
      content: 'Ещё',
      parent: reply.body.id,
    });
    const tree = async () => (await get(`/comments/post/${article.id}/`)).body;
    expectShape(await tree(), {
      post: { id: 'id', title: 'str', slug: 'str' },
      comments: [shapes.commentDetail],
      comments_count: 'int',
    });
    expect((await tree()).comments.at(-1).replies[0].replies[0].id).toBe(deeper.body.id);

    const change = (token: string) =>
      send('PATCH', `/comments/${reply.body.id}/`, { token, json: { content: 'Иначе' } });
    expectRefusal(await change(boris.token), 403);
    expectShape((await change(anna.token)).body, shapes.commentDetail);
    const remove = () => send('DELETE', `/comments/${reply.body.id}/`, { token: anna.token });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    expect((await tree()).comments.at(-1).replies[0]).toMatchObject({
      content: '[Комментарий удалён]',
      is_active: false,
      author: null,
      author_info: { id: 0, username: '', full_name: '' },
    });
    expect((await tree()).comments_count).toBe(4);
    expect((await get(`/posts/${article.slug}/`)).body.comments_count).toBe(4);
    expect((await get('/comments/my_comments/?is_active=false', anna.token)).body.count).toBe(1);
    const mine = (await get('/comments/my-comments/', boris.token)).body;
    expectShape(mine, shapes.pageOf(shapes.comment));
    expect(mine.results[0].post_title).toBe('Обсуждение');
    expectShape((await get(`/comments/${first.body.id}/replies/`)).body, {
      parent_comment: shapes.comment,
      replies: [shapes.comment],
      replies_count: 'int',
    });
    expectShape((await get(`/comments/?post=${article.id}`)).body, shapes.pageOf(shapes.comment));
  });

  it('are refused with an error on the wrong field; the author of a draft gets an empty list', async () => {
    const draft = (await post('/posts/', anna, { title: 'Черновик', content: 'x', status: 'draft' })).body;
    const open = (await post('/posts/', anna, { title: 'Пост', content: 'x' })).body;
    expectRefusal(await post('/comments/', anna, { post: draft.id, content: 'x' }), 400, 'post');
    expectRefusal(await post('/posts/', anna, { post: 999_999, content: 'x' }), 400, 'post');
    expectRefusal(
      await post('/comments/', anna, { post: open.id, content: 'x', parent: 999_999 }),
      400,
      'parent',
    );
    expectRefusal(await post('/comments/', anna, { post: open.id, content: ' ' }), 400, 'content');
    const { body } = await get(`/comments/post/${draft.id}/`, anna.token);
    expect([body.comments, body.comments_count]).toEqual([[], 0]);
    expectRefusal(await get(`/comments/post/${draft.id}/`), 404);
  });
});

describe('subscription and payments', () => {
  const pay = async (checkoutUrl: string, action: string) => {
    const response = await fetch(app.origin + new URL(checkoutUrl).pathname, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ action }),
    });
    // A job processes the webhook.
    await app.runJobs();
    return response;
  };

  it('returns 200 with an empty status to a guest', async () => {
    expect((await get('/subscribe/status/')).body).toEqual({
      has_subscription: false,
      is_active: false,
      subscription: null,
      pinned_post: null,
      can_pin_posts: false,
    });
  });

  it('leads from the plan to a pin and back', async () => {
    const plans = (await get('/subscribe/plans/')).body;
    expectShape(plans, shapes.pageOf(shapes.plan));
    const [plan] = plans.results;
    const article = (await post('/posts/', anna, { title: 'Закреплённый', content: 'x' })).body;
    const refused = await post('/subscribe/pin-post/', anna, { post_id: article.id });
    expect([refused.status, refused.body.error]).toEqual([403, 'Active subscription required to pin posts']);
    expectRefusal(await post('/subscribe/pin-post/', anna, {}), 400, 'post_id');
    const unpinned = await post('/subscribe/unpin-post/', anna);
    expect([unpinned.status, unpinned.body.error]).toEqual([404, expect.any(String)]);

    const create = '/payment/create-checkout-session/';
    expectRefusal(await post(create, anna, {}), 400, 'subscription_plan_id');
    const foreign = { subscription_plan_id: plan.id, success_url: 'https://evil.example/' };
    expectRefusal(await post(create, anna, foreign), 400, 'success_url');
    const session = await post(create, anna, {
      subscription_plan_id: String(plan.id),
      success_url: `${browser}/subscription/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${browser}/subscription/cancel`,
    });
    expect(session.status).toBe(201);
    expectShape(session.body, { checkout_url: 'url', session_id: 'str', payment_id: 'id' });
    expect((await post(create, anna, { plan: plan.id })).body).toEqual(session.body);
    const { payment_id, session_id, checkout_url } = session.body;
    for (const path of ['', 'status/'])
      expectRefusal(await get(`/payment/payments/${payment_id}/${path}`, boris.token), 404);
    expect((await get(`/payment/payments/${payment_id}/`, anna.token)).body.status).toBe('processing');

    const returned = await pay(checkout_url, 'pay');
    expect(returned.headers.get('location')).toBe(`${browser}/subscription/success?session_id=${session_id}`);
    const paid = (await get(`/payment/payments/${payment_id}/status/`, anna.token)).body;
    expect(paid).toMatchObject({ payment_id, status: 'succeeded', subscription_activated: true });
    const state = (await get('/subscribe/status/', anna.token)).body;
    expectShape(state, { ...shapes.subscriptionStatus, subscription: shapes.subscription });
    expect(state.subscription).toMatchObject({ days_remaining: plan.duration_days, auto_renew: false });
    expectRefusal(await post(create, anna, { subscription_plan_id: plan.id }), 400, 'non_field_errors');

    const pin = await post('/subscribe/pin-post/', anna, { post_id: String(article.id) });
    expect([pin.status, pin.body.post]).toEqual([201, article.id]);
    expectShape(pin.body, shapes.pinnedPost);
    const own = (await post('/posts/', boris, { title: 'Чужой', content: 'x' })).body;
    expect((await post('/subscribe/pin-post/', anna, { post: own.id })).body.error).toBe(
      'You can only pin your own posts',
    );
    const list = (await get('/posts/')).body;
    expect([list.results[0].id, list.pinned_posts_count]).toEqual([article.id, 1]);
    expectShape((await get('/subscribe/pinned-posts/')).body, {
      count: 'int',
      results: [shapes.pinListItem],
    });
    expect((await get(`/subscribe/can-pin/${article.id}/`, anna.token)).body.message).toBe('Can pin post');
    const missing = await get('/subscribe/can-pin/999999/', anna.token);
    expect([missing.status, missing.body.message]).toEqual([404, 'Post not found']);
    expectShape((await get('/subscribe/history/', anna.token)).body, shapes.pageOf(shapes.historyEntry));
    const { body: gone } = await post('/subscribe/unpin-post/', anna);
    expect(gone).toEqual({ message: 'Post unpinned successfully' });

    const refund = await post(`/payment/payments/${payment_id}/refund/`, staff, { amount: plan.price });
    expect(refund.status).toBe(201);
    expectShape(refund.body, shapes.refund);
    expectShape((await get('/payment/refunds/', staff.token)).body, shapes.pageOf(shapes.refund));
    expectShape((await get('/payment/analytics/', staff.token)).body, shapes.analytics);
    const history = (await get('/payment/payments/history/', anna.token)).body;
    expectShape(history, { count: 'int', results: [shapes.payment] });
    expect(history.results[0].status).toBe('refunded');
    expect((await get('/subscribe/status/', anna.token)).body.subscription.status).toBe('cancelled');
  });

  it('cancels, declines and retries payments, and cancels a subscription', async () => {
    const [plan] = (await get('/subscribe/plans/')).body.results;
    const begin = async () =>
      (await post('/payment/create-checkout-session/', boris, { plan_id: plan.id })).body;
    const first = await begin();
    const cancel = () => post(`/payment/payments/${first.payment_id}/cancel/`, boris);
    expect((await cancel()).body).toEqual({ message: 'Payment cancelled successfully' });
    expect((await cancel()).body.error).toBe('Can only cancel pending payments');
    const second = await begin();
    expectRefusal(await post(`/payment/payments/${second.payment_id}/retry/`, boris), 404);
    await pay(second.checkout_url, 'decline');
    const retried = await post(`/payment/payments/${second.payment_id}/retry/`, boris);
    expect([retried.status, retried.body.payment_id]).toEqual([200, second.payment_id]);
    await pay(retried.body.checkout_url, 'pay');
    const end = () => post('/subscribe/cancel/', boris);
    expect((await end()).body).toEqual({ message: 'Subscription cancelled successfully' });
    expect([(await end()).status, (await get('/subscribe/pinned-post/', boris.token)).status]).toEqual([
      400, 404,
    ]);
  });
});

describe('upload', () => {
  it('stores an image and refuses other files', async () => {
    const upload = (image: Blob) =>
      send('POST', '/upload/image/', { token: anna.token, form: toFormData({ image }) });
    const { status, body } = await upload(pixel);
    expect([status, body.url]).toEqual([201, body.image]);
    expectShape(body, { url: 'url', image: 'url', name: 'str', size: 'int' });
    expectRefusal(await upload(new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'])), 400, 'image');
  });
});

it('accepts the first refresh token for seven days from a client that ignores rotation', async () => {
  const member = await registerMember('first-token');
  const refresh = () => send('POST', '/auth/token/refresh/', { json: { refresh: member.refresh } });
  for (let day = 0; day < 6; day += 1) {
    now += dayMs;
    const { status, body } = await refresh();
    expect([status, (await get('/auth/profile/', body.access)).status]).toEqual([200, 200]);
    expect((await get('/auth/profile/', member.token)).status).toBe(401);
  }
  now += dayMs + 60_000;
  expect((await refresh()).status).toBe(401);
});
