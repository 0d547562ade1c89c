import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let author: TestUser;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});
beforeEach(async () => {
  author = await app.createUser();
});

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const statsOf = async (slug: string) =>
  (await app.call('getPostStats', { as: author, params: { slug } })).body;
const bySource = async (slug: string) =>
  Object.fromEntries(
    (await statsOf(slug)).sources.map(({ source, views }: { source: string; views: number }) => [
      source,
      views,
    ]),
  );
const isShown = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

it('counts a reader from another site, one from this site, and who of them reached the end', async () => {
  const content = 'Длинный абзац статьи о вечернем трамвае.\n\n'.repeat(60);
  const { id: category } = await app.createCategory();
  const [outer, inner] = [
    await app.createPost(author, { title: 'Снаружи', content, category }),
    await app.createPost(author, { title: 'Изнутри', content, category }),
  ];
  const page = await openPageAs(browser, app, { path: '/about', userAgent });
  await page.clock.install();
  const reported = (report: string) =>
    page.waitForResponse((response) => response.url().endsWith(`/${report}/`) && response.ok());
  const viewed = reported(`${outer.slug}/view`);
  await page.goto(`${app.origin}/posts/${outer.slug}`, {
    referer: 'https://habr.com/ru/articles/1/?token=x',
  });
  await viewed;
  expect(await bySource(outer.slug)).toEqual({ 'habr.com': 1 });
  await page.clock.runFor(60_000);
  expect((await statsOf(outer.slug)).finishes).toBe(0);
  const finished = reported(`${outer.slug}/finish`);
  let isSent = false;
  page.on('request', (request) => {
    isSent ||= request.url().endsWith(`/${outer.slug}/finish/`);
  });
  await page.locator('.article > :last-child').scrollIntoViewIfNeeded();
  // In steps of a second: a longer one would also run the time limit of the request that it starts.
  await expect
    .poll(async () => {
      if (!isSent) await page.clock.runFor(1_000);
      return isSent;
    })
    .toBe(true);
  await finished;
  expect((await statsOf(outer.slug)).finishes).toBe(1);
  const next = reported(`${inner.slug}/view`);
  await page.getByRole('link', { name: 'Изнутри' }).first().click();
  await next;
  expect(await bySource(inner.slug)).toEqual({ site: 1 });
});

it('shows the author the statistics of a post and of all posts, with periods in the URL', async () => {
  const post = await app.createPost(author, { title: 'Прочитанная' });
  await sql`insert into post_stats (post_id, views) values (${post.id}, 120)
    on conflict (post_id) do update set views = 120`.execute(app.db);
  for (const [age, views] of [
    [0, 40],
    [20, 80],
  ] as const) {
    const day = sql`(now() at time zone 'Europe/Moscow')::date - ${age}::int`;
    await sql`insert into post_daily_views (post_id, day, author_id, views, finishes)
      values (${post.id}, ${day}, ${author.user.id}, ${views}, ${views / 4})`.execute(app.db);
    await sql`insert into post_daily_sources (post_id, day, author_id, source, views)
      values (${post.id}, ${day}, ${author.user.id}, 't.me', ${views})`.execute(app.db);
  }
  const page = await openPageAs(browser, app, { path: '/posts/my', user: author });
  await page.getByRole('link', { name: 'Статистика', exact: true }).click();
  await page.waitForURL('**/posts/my/stats');
  await isShown(page, 'Telegram');
  const total = (label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd');
  expect(await total('Просмотры').textContent()).toContain('120');
  await page.getByRole('link', { name: '7 дней' }).click();
  await page.waitForURL('**/stats?period=7');
  await expect.poll(() => total('Просмотры').textContent()).toContain('40');
  expect(await total('Просмотров за всё время').textContent()).toContain('120');
  await page.getByRole('link', { name: 'Статистика: Прочитанная' }).click();
  await page.waitForURL(`**/posts/${post.slug}/stats?period=7`);
  await isShown(page, 'Прочитанная');
  await page.getByText('Показать числа').click();
  expect(await page.getByRole('row').filter({ hasText: '40' }).count()).toBeGreaterThan(0);
});

it('shows an empty state, a refusal and a failure with a button that tries again', async () => {
  const page = await openPageAs(browser, app, { path: '/posts/my/stats', user: author });
  await page.getByRole('heading', { name: 'Здесь появится статистика ваших статей' }).waitFor();
  const foreign = await app.createPost(await app.createUser());
  await page.goto(`${app.origin}/posts/${foreign.slug}/stats`);
  await page.getByRole('heading', { name: 'У вас нет прав на просмотр статистики этой статьи' }).waitFor();
  await page.route('**/my-posts/stats/**', (route) =>
    route.fulfill({ status: 503, json: { detail: 'Занято' } }),
  );
  await page.goto(`${app.origin}/posts/my/stats`);
  await page.getByRole('heading', { name: 'Не удалось загрузить статистику.' }).waitFor();
  await page.unroute('**/my-posts/stats/**');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await page.getByRole('heading', { name: 'Здесь появится статистика ваших статей' }).waitFor();
});
