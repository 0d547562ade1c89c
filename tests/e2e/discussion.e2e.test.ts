import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { axe, expectAccessible, expectNoLayoutShift } from '#tests/support/expect-accessible.ts';
import { openPageAs, openPaintedOnce } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let author: TestUser;
let reader: TestUser;
let post: { id: number; slug: string };
const ids: number[] = [];
/** The time of the server when it stands still. */
let frozenAt: Date | null = null;

beforeAll(async () => {
  app = await createTestApp({ withPages: true, clock: { now: () => frozenAt ?? new Date() } });
  browser = await openBrowser();
  author = await app.createUser({ username: 'avtor' });
  reader = await app.createUser({ username: 'chitatel' });
  post = await app.createPost(author, { title: 'О чём спорят' });
  ids.push(await write(reader, 'Первый'));
  ids.push(await write(reader, 'Второй'));
  ids.push(await write(author, 'Третий'));
  ids.push(await write(author, 'Ответ автора', ids[0]));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const write = async (as: TestUser, content: string, parent: number | null = null): Promise<number> =>
  (await app.call('createComment', { as, body: { post: post.id, content, parent } })).body.id;
const path = (query = '') => `/posts/${post.slug}${query}`;
const topLevel = (page: Page) => page.locator('#comments > ol > li');
const shownIds = (page: Page) =>
  topLevel(page).evaluateAll((items) => items.map(({ id }) => Number(id.replace('comment-', ''))));
const isHydrated = (page: Page) =>
  page
    .locator('#comments nav a')
    .first()
    .evaluate((link) => Object.keys(link).some((key) => key.startsWith('__reactProps$')));

it('marks the comments of the author of the article', async () => {
  const page = await openPageAs(browser, app, { path: path() });
  const marked = page.locator('#comments article', { has: page.getByText('Автор', { exact: true }) });
  expect(await marked.count()).toBe(2);
  expect(await marked.getByText('Третий').count()).toBe(1);
  expect(await marked.getByText('Ответ автора').count()).toBe(1);
  await page.context().close();
});

it('shows the order of the URL, also without scripts, and keeps the canonical URL', async () => {
  const [first = 0, second = 0, third = 0] = ids;
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(app.origin + path());
  expect(await shownIds(page)).toEqual([third, second, first]);
  await page.getByRole('link', { name: 'Старые' }).click();
  await page.waitForURL('**?order=oldest#comments');
  expect(await shownIds(page)).toEqual([first, second, third]);
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(app.origin + path());
  await page.getByRole('link', { name: 'Обсуждаемые' }).click();
  await page.waitForURL('**?order=discussed#comments');
  expect(await shownIds(page)).toEqual([first, third, second]);
  expect(await page.getByText('Ответ автора').isVisible()).toBe(true);
  await context.close();
});

it('changes the order and folds a branch by the keyboard, and keeps it folded', async () => {
  const [first = 0, second = 0, third = 0] = ids;
  const page = await openPageAs(browser, app, { path: path(), width: 390 });
  await expect.poll(() => isHydrated(page)).toBe(true);
  const branch = page.locator(`#comment-${first} > details`);
  await branch.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => branch.evaluate((element: HTMLDetailsElement) => element.open)).toBe(false);
  expect(await branch.locator('summary').textContent()).toMatch(/1\sответ/);
  await page.getByRole('link', { name: 'Старые' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**?order=oldest#comments');
  await expect.poll(() => shownIds(page)).toEqual([first, second, third]);
  expect(await branch.evaluate((element: HTMLDetailsElement) => element.open)).toBe(false);
  // A link to a comment opens the branch that contains it.
  await page.evaluate((id) => {
    window.location.hash = `comment-${id}`;
  }, ids[3]);
  await expect.poll(() => branch.evaluate((element: HTMLDetailsElement) => element.open)).toBe(true);
  await page.context().close();
});

it('is accessible and stable with a thousand comments on a phone', async () => {
  const long = await app.createPost(author, { title: 'Тысяча комментариев' });
  await sql`
    insert into comments (id, post_id, author_id, parent_id, depth, content, created_at, updated_at)
    overriding system value
    select 1000000 + n, ${long.id}, ${reader.user.id}, case when n % 10 = 0 then null else 1000000 + n - 1 end,
      n % 10, 'Слово о деле', now(), now() from generate_series(0, 999) as n order by n`.execute(app.db);
  await sql`update posts set comments_count = 1000 where id = ${long.id}`.execute(app.db);
  for (const theme of ['light', 'dark'] as const) {
    const page = await openPaintedOnce(browser, app, {
      path: `/posts/${long.slug}?order=oldest&comments=100`,
      width: 390,
      theme,
    });
    await expect.poll(() => isHydrated(page)).toBe(true);
    expect(await page.locator('#comments li[id]').count()).toBe(100);
    await expectNoLayoutShift(page);
    await page.getByRole('link', { name: 'Следующие комментарии' }).click();
    await page.waitForURL('**order=oldest&after=*');
    await page.locator('#comment-1000100').waitFor();
    await expectAccessible(page);
  }
});

it('is closed and opened by moderators in the settings, by the keyboard', async () => {
  const moderator = await app.createUser({ role: 'moderator' });
  const closing = await app.createPost(author, { title: 'Закрываемое' });
  const page = await openPageAs(browser, app, { path: `/posts/${closing.slug}`, user: moderator });
  const choose = async (state: string) => {
    await page.getByRole('button', { name: 'Настройки' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Новые комментарии' }).selectOption(state);
    await page.getByRole('button', { name: 'Сохранить' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await choose('Не принимаются');
  const notice = page.getByText('Модераторы закрыли это обсуждение.');
  await notice.waitFor();
  expect(await page.getByRole('textbox', { name: 'Ваш комментарий' }).count()).toBe(0);
  const guest = await openPageAs(browser, app, { path: `/posts/${closing.slug}` });
  expect(await guest.getByText('Модераторы закрыли это обсуждение.').isVisible()).toBe(true);
  await expectAccessible(guest);
  await page.getByRole('button', { name: 'Настройки' }).click();
  await page.getByRole('dialog').waitFor();
  expect((await axe(page).include('[role=dialog]').analyze()).violations).toEqual([]);
  await page.keyboard.press('Escape');
  await choose('Принимаются');
  await page.getByRole('textbox', { name: 'Ваш комментарий' }).waitFor();
  await page.context().close();
});

it('counts down in slow mode and keeps the text', async () => {
  const slow = await app.createPost(author, { title: 'Медленное' });
  const slowSeconds = 600;
  const now = new Date();
  const later = new Date(now.getTime() + slowSeconds * 1_000);
  frozenAt = now;
  const settings = { params: { postId: slow.id }, body: { slow_mode_seconds: slowSeconds } };
  expect((await app.call('updateDiscussion', { as: author, ...settings })).status).toBe(200);
  const page = await openPageAs(browser, app, { path: `/posts/${slow.slug}`, user: reader, width: 390 });
  const setTime = (time: number) => {
    Date.now = () => time;
  };
  await page.addInitScript(setTime, now.getTime());
  await page.reload();
  await page.getByText('один комментарий в 10 минут').waitFor();
  const entry = page.getByRole('textbox', { name: 'Ваш комментарий' });
  const send = page.getByRole('button', { name: 'Отправить' });
  // Written on another device in the meantime.
  await app.call('createComment', { as: reader, body: { post: slow.id, content: 'С другого устройства' } });
  await entry.fill('Слишком рано');
  await send.click();
  await page.getByText('В этом обсуждении медленный режим').waitFor();
  expect(await page.getByRole('timer').textContent()).toContain('Можно отправить через 10:00');
  expect(await entry.inputValue()).toBe('Слишком рано');
  expect(await send.isDisabled()).toBe(true);
  frozenAt = later;
  await page.evaluate(setTime, later.getTime());
  await page.getByText('Теперь комментарий можно отправить.').waitFor({ state: 'attached' });
  await send.click();
  await topLevel(page).getByText('Слишком рано').waitFor();
  await page.getByRole('timer').waitFor();
  await expectAccessible(page);
  frozenAt = null;
});

it('pins a comment by the keyboard, first in every order for everybody', async () => {
  const [, second = 0] = ids;
  const page = await openPageAs(browser, app, { path: path(), user: author });
  const comment = page.locator(`#comment-${second} > article`);
  await comment.getByRole('button', { name: /^Закрепить/ }).focus();
  await page.keyboard.press('Enter');
  await comment.getByText('Закреплён', { exact: true }).waitFor();
  await expect.poll(async () => (await shownIds(page))[0]).toBe(second);
  const guest = await openPageAs(browser, app, { path: path('?order=oldest') });
  expect(await shownIds(guest)).toEqual([second, ids[0], ids[2]]);
  expect(await guest.getByText('Закреплён', { exact: true }).count()).toBe(1);
  await expectAccessible(guest);
  await comment.getByRole('button', { name: /^Открепить/ }).click();
  await comment.getByRole('button', { name: /^Закрепить/ }).waitFor();
  expect(await comment.getByText('Закреплён', { exact: true }).count()).toBe(0);
  await page.context().close();
});

it('leads from one new comment to the next, across the parts of a discussion', async () => {
  const visited = await app.createPost(author, { title: 'Посещаемое' });
  const add = async (content: string, parent: number | null = null): Promise<number> =>
    (await app.call('createComment', { as: reader, body: { post: visited.id, parent, content } })).body.id;
  const oldest = await add('Самый первый');
  for (let tens = 0; tens < 12; tens += 1)
    await Promise.all(Array.from({ length: 10 }, (_, index) => add(`Голос ${tens}${index}`)));
  const page = await openPaintedOnce(browser, app, { path: `/posts/${visited.slug}`, width: 390 });
  const next = page.getByRole('button', { name: /^Следующий новый/ });
  const readVisits = () => page.evaluate(() => localStorage.getItem('discussion-visits') ?? '{}');
  const comments = page.locator('#comments');
  expect(await readVisits()).toBe('{}');
  await comments.scrollIntoViewIfNeeded();
  await expect.poll(readVisits).toContain(String(visited.id));
  expect(await next.count()).toBe(0);

  // The next visit is on another day; one new comment is in the first part, one in the last.
  await page.evaluate(() => {
    const visits = JSON.parse(localStorage.getItem('discussion-visits') ?? '{}');
    for (const visit of Object.values<{ at: number }>(visits)) visit.at -= 86_400_000;
    localStorage.setItem('discussion-visits', JSON.stringify(visits));
  });
  const top = await add('Новый сверху');
  const deep = await add('Новый ответ в конце', oldest);
  await page.reload();
  await comments.scrollIntoViewIfNeeded();
  await next.waitFor();
  expect(await next.textContent()).toBe('Следующий новый (2)');
  await expect
    .poll(() => page.locator(`#comment-${top} > article`).textContent())
    .toContain('Новый комментарий');
  await expectNoLayoutShift(page);
  expect((await axe(page).analyze()).violations).toEqual([]);
  const focusedComment = () => page.evaluate(() => document.activeElement?.closest('li[id]')?.id ?? '');
  await next.focus();
  await page.keyboard.press('Enter');
  await expect.poll(focusedComment).toBe(`comment-${top}`);
  await next.click();
  await expect.poll(focusedComment).toBe(`comment-${deep}`);
  await next.waitFor({ state: 'detached' });
  await page.context().close();
});
