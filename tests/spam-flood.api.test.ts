import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from './support/test-app.ts';

/**
 * A generated flood of spam under the rules of a new site: accounts from many networks, each with one comment. Readers see
 * little of it, and moderators clear the rest with few requests. `npm run flood:spam` sends 10,000 and prints the figures.
 */
const isCommand = process.env.FLOOD_SPAM !== undefined;
const total = Number(process.env.FLOOD_SPAM ?? 120);
const networks = isCommand ? 500 : 20;
const parallel = isCommand ? 8 : 4;
const spammedSites = 10;
/** The flood takes most of a day of the clock that the limits use. */
const stepMs = (23 * 3_600_000) / total;

let app: TestApp;
let moderator: TestUser;
let posts: Array<{ id: number }>;
const clock = { at: new Date('2026-03-10T00:00:00+03:00').getTime() };
beforeAll(async () => {
  app = await createTestApp({
    clock: { now: () => new Date(clock.at) },
    env: { TRUST_PROXY: '127.0.0.1' },
  });
  moderator = await app.createUser({ role: 'moderator' });
  posts = await Promise.all([1, 2, 3, 4, 5].map(() => app.createPost(moderator)));
});
afterAll(() => app.stop());

const networkOf = (index: number) =>
  `10.${Math.floor((index % networks) / 250)}.${(index % networks) % 250}.7`;

/** The same for the same number: words in another order, a site of a few, a path of its own. */
function spamOf(index: number): string {
  const words = ['Заработок', 'без вложений', 'каждый день', 'проверено', 'пишите', 'быстро', 'выгодно'];
  const mixed = words.map((_, place) => words[(index * 3 + place * (1 + (index % 5))) % words.length]);
  return `${mixed.join(' ')} https://go${index % 97}.spam${index % spammedSites}.test/${index}`;
}

type Sent = { status: number; isVisible: boolean };

/** Registers and comments. A refused request is sent again when the limit has let go. */
async function send(index: number): Promise<Sent> {
  const headers = { 'x-forwarded-for': networkOf(index) };
  const username = `spam${index}`;
  const password = 'TestPassword123!';
  const registered = await app.call('register', {
    headers,
    body: { username, email: `${username}@example.com`, password },
  });
  if (registered.status !== 201) return { status: registered.status, isVisible: false };
  const { status, body } = await app.call('createComment', {
    as: { ...registered.body, password },
    headers,
    body: { post: posts[index % posts.length]?.id, content: spamOf(index) },
  });
  return { status, isVisible: status === 201 && body.hidden === undefined };
}

/** Hides what waits, a hundred texts with each request, and then the visible texts of each account that has any. */
async function clear(): Promise<number> {
  let requests = 0;
  for (;;) {
    const list = await app.call('listWaitingTexts', { as: moderator, query: { page_size: 100 } });
    requests += 1;
    const texts = list.body.results.map(({ kind, id, updated_at }: Record<string, unknown>) => ({
      kind,
      id,
      updated_at,
    }));
    if (texts.length === 0) break;
    await app.call('decideWaitingTexts', { as: moderator, body: { outcome: 'hide', rule: 'spam', texts } });
    requests += 1;
  }
  const { body } = await app.call('listModeratedComments', { as: moderator, query: { page_size: 100 } });
  requests += 1;
  const pages = Math.ceil(body.count / 100);
  const ids: number[] = body.results.map(({ id }: { id: number }) => id);
  for (let page = 2; page <= pages; page += 1) {
    const next = await app.call('listModeratedComments', { as: moderator, query: { page_size: 100, page } });
    ids.push(...next.body.results.map(({ id }: { id: number }) => id));
    requests += 1;
  }
  for (const id of ids) {
    await app.call('hideComment', { as: moderator, params: { id }, body: { rule: 'spam' } });
    requests += 1;
  }
  return requests;
}

it('is hardly visible under the rules of a new site, and cleared with few requests', async () => {
  const statuses: Record<number, number> = {};
  let visible = 0;
  let next = 0;
  const flood = async () => {
    for (let index = next; index < total; index = next) {
      next += 1;
      clock.at += stepMs;
      const { status, isVisible } = await send(index);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (isVisible) visible += 1;
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: parallel }, flood));
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  // The session of the moderator has ended meanwhile.
  const login = { email: `${moderator.user.username}@example.com`, password: moderator.password };
  moderator = { ...(await app.call('login', { body: login })).body, password: moderator.password };
  const waiting = (await app.call('listWaitingTexts', { as: moderator })).body.count;
  await app.runJob('publication.watchFlow');
  const signals = (await app.call('listNotices', { as: moderator })).body.results.filter(
    ({ kind }: { kind: string }) => kind === 'flood',
  ).length;
  // The limit of a domain is that of a day; the flood begins at midnight.
  expect(visible).toBeLessThanOrEqual(20 * spammedSites);
  const requests = await clear();
  const left = (await app.call('listWaitingTexts', { as: moderator })).body.count;
  const comments = await app.db
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  expect([left, comments.count]).toEqual([0, 0]);
  // biome-ignore lint/suspicious/noConsole: the figures are what the command is for
  if (isCommand) console.log({ total, networks, seconds, statuses, visible, waiting, signals, requests });
});
