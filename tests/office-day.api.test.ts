import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EndpointId } from '#contract/paths.ts';
import { accessTokenTtlSeconds } from '#server/features/accounts/access-token.ts';
import { createImageForm } from './support/image-form.ts';
import { type Action, createOfficeDay, type ReaderEvent } from './support/office-day.ts';
import { type CallOptions, createTestApp, type TestApp, type TestUser } from './support/test-app.ts';

/**
 * A day of fifty readers behind one IP address at the default rate limits, on a simulated clock. `npm test` runs the
 * morning, which is the busiest part; `npm run office-day` runs the whole day with several seeds.
 */
const readers = 50;
const seed = Number(process.env.OFFICE_DAY_SEED ?? 20_261_122);
const endHour = Number(process.env.OFFICE_DAY_UNTIL ?? 9.25);
const testMs = process.env.OFFICE_DAY_UNTIL ? 3_600_000 : 240_000;
/** The browser client renews an access token shortly before it expires. */
const accessSeconds = accessTokenTtlSeconds - 60;

type Reader = { name: string; user: TestUser | undefined; renewAt: number; draftVersion: number };

let app: TestApp;
const midnight = Date.parse('2026-03-02T00:00:00Z');
/** Existing accounts are registered one hour apart, within the registration limit. */
let now = new Date(midnight - (readers + 1) * 3_600_000);
const readerStates: Reader[] = [];
const posts: Array<{ id: number; slug: string }> = [];
let plan = 0;
const unexpected = new Map<string, number>();
let calls = 0;

beforeAll(async () => {
  const set = { RATE_LIMIT_FACTOR: '1' };
  app = await createTestApp({ withPages: true, env: set, clock: { now: () => now } });
  const author = await app.createUser({ username: 'redaktor' });
  for (let index = 0; index < 12; index += 1)
    posts.push(
      await app.createPost(author, { title: `Новость ${index}`, content: 'Текст новости. '.repeat(40) }),
    );
  plan = (await app.call('listPlans')).body.results[0].id;
  for (let index = 0; index < readers; index += 1) {
    const name = `chitatel-${index}`;
    now = new Date(midnight - (readers - index) * 3_600_000);
    readerStates.push({ name, user: undefined, renewAt: 0, draftVersion: 0 });
    // A quarter of the readers register in the morning; the others have an account already.
    if (index % 4 !== 0) await app.createUser({ username: name });
  }
  now = new Date(midnight);
});
afterAll(() => app.stop());

const recordStatus = (what: string, status: number): void => {
  calls += 1;
  if (status < 400) return;
  const key = `${what}: ${status}`;
  unexpected.set(key, (unexpected.get(key) ?? 0) + 1);
};

async function call(id: EndpointId, options: CallOptions = {}) {
  const response = await app.call(id, options);
  recordStatus(id, response.status);
  return response;
}

async function openPage(path: string): Promise<void> {
  recordStatus('page', (await app.fetch(path)).status);
}

const password = 'TestPassword123!';
const remember = (reader: Reader, user: unknown): void => {
  reader.user = { ...(user as TestUser), password };
  reader.renewAt = now.getTime() + accessSeconds * 1_000;
};

async function renew(reader: Reader): Promise<void> {
  if (!reader.user || now.getTime() < reader.renewAt) return;
  const { body } = await call('refreshToken', { body: { refresh: reader.user.refresh } });
  remember(reader, { ...reader.user, access: body.access, refresh: body.refresh });
}

const credentials = ({ name }: Reader) => ({ email: `${name}@example.com`, password });
const postOf = (event: ReaderEvent) => posts[Math.floor(event.at) % posts.length] as (typeof posts)[number];

const actions: Record<Action, (reader: Reader, event: ReaderEvent) => Promise<unknown>> = {
  register: async (reader) => {
    const { body } = await call('register', { body: { username: reader.name, ...credentials(reader) } });
    remember(reader, body);
  },
  'mistype a password': async (reader) => {
    const body = { ...credentials(reader), password: 'Password123!' };
    const { status } = await app.call('login', { body });
    if (status !== 400) recordStatus('mistyped login', status);
  },
  'log in': async (reader) => remember(reader, (await call('login', { body: credentials(reader) })).body),
  'open a page': async (reader, event) => {
    await openPage(event.reader % 2 ? `/posts/${postOf(event).slug}` : '/');
    if (!reader.user) return;
    await call('getProfile', { as: reader.user });
    await call('getSubscriptionState', { as: reader.user });
    await call('listNotices', { as: reader.user });
  },
  'go to a post': async ({ user: as }, event) => {
    const { id, slug } = postOf(event);
    await call('getPost', { as, params: { slug } });
    await call('listPostComments', { as, params: { postId: id } });
    await call('getSubscriptionState', { as });
    await call('viewPost', { as, params: { slug } });
  },
  'go to a list': async ({ user: as }, event) => {
    await call('listPosts', { as, query: { page: 1, ordering: '-created_at', status: 'published' } });
    await call('listCategories', { as });
    if (event.reader % 3 === 0) await call('listPopularPosts', { as });
  },
  search: async (_, event) =>
    openPage(`/posts?search=${encodeURIComponent(`новость ${event.at.toFixed(0)}`)}`),
  comment: ({ user: as }, event) =>
    call('createComment', {
      as,
      body: { post: postOf(event).id, content: `Спасибо, прочитал в ${event.at}.` },
    }),
  'save a draft': async (reader, event) => {
    const key = `new-${String(event.reader).padStart(32, '0')}`;
    const body = { title: 'Статья', content: 'Абзац статьи. '.repeat(event.at % 600), writer: reader.name };
    const version = reader.draftVersion || null;
    const response = await call('saveDraft', {
      as: reader.user,
      params: { key },
      body: { ...body, version },
    });
    reader.draftVersion = response.body?.version ?? 0;
  },
  preview: ({ user: as }) =>
    call('previewPost', { as, body: { content: '## Глава\n\nАбзац статьи. '.repeat(200) } }),
  'upload a picture': async ({ user: as }, event) =>
    call('uploadImage', { as, body: await createImageForm(200 + (Math.floor(event.at) % 100)) }),
  publish: (reader) =>
    call('createPost', {
      as: reader.user,
      body: { title: `Статья ${reader.name}`, content: 'Абзац. '.repeat(500) },
    }),
  'change the profile': ({ user: as }) => call('updateProfile', { as, body: { bio: 'Читаю по утрам.' } }),
  'begin a checkout': ({ user: as }) =>
    call('createCheckoutSession', { as, body: { subscription_plan_id: plan } }),
  'write to the editors': (reader) =>
    call('sendFeedback', {
      body: {
        name: reader.name,
        email: credentials(reader).email,
        kind: 'question',
        message: 'Спасибо за новости, пишите ещё.',
      },
    }),
  'ask for a new password': (reader) =>
    call('requestPasswordReset', { body: { email: credentials(reader).email } }),
};

it(
  'refuses no request of fifty readers behind one IP address during a day',
  async () => {
    const day = createOfficeDay(readers, seed).filter(({ at }) => at < endHour * 3_600);
    for (const event of day) {
      now = new Date(midnight + event.at * 1_000);
      const reader = readerStates[event.reader] as Reader;
      await renew(reader);
      await actions[event.action](reader, event);
    }
    expect({ seed, ...Object.fromEntries(unexpected) }).toEqual({ seed });
    expect(calls).toBeGreaterThan(day.length);
    expect(new Set(day.map(({ action: what }) => what)).size).toBeGreaterThan(7);
  },
  testMs,
);
