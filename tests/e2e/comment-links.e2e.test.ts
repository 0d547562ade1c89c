import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { checkAccessible } from '#tests/support/expect-accessible.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let author: TestUser;
let reader: TestUser;
let page: Page;
let post: { id: number; slug: string };
const firstId = 1_000_000;
/** The last reply of a thread of 150 comments, at a depth of 5. */
const deepId = firstId + 149;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
  author = await app.createUser({ username: 'avtor' });
  reader = await app.createUser({ username: 'chitatel' });
  post = await app.createPost(author, { title: 'О чём спорят' });
  await sql`
    insert into comments (id, post_id, author_id, parent_id, depth, content, created_at, updated_at)
    overriding system value
    select ${firstId} + n, ${post.id}, ${reader.user.id},
      case when n = 0 or n >= 150 then null when n % 9 = 1 then ${firstId} else ${firstId} + n - 1 end,
      case when n = 0 or n >= 150 then 0 else (n - 1) % 9 + 1 end, 'Слово о деле ' || n, now(), now()
    from generate_series(0, 449) as n order by n`.execute(app.db);
  await sql`update comments as c set replies_count =
    (select count(*) from comments as r where r.parent_id = c.id) where post_id = ${post.id}`.execute(app.db);
  await sql`update posts set comments_count = 450 where id = ${post.id}`.execute(app.db);
  page = await openPageAs(browser, app, { path: `/posts/${post.slug}` });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const comment = (id: number) => page.locator(`#comment-${id}`);
const gone = () => page.getByRole('status').getByText('Комментария по этой ссылке здесь нет');
const focusedComment = () => page.evaluate(() => document.activeElement?.closest('li[id]')?.id ?? '');
/** Whether the top of an element is on the screen. */
const isInView = (selector: string) =>
  page
    .locator(selector)
    .evaluate((element) => {
      const { top } = element.getBoundingClientRect();
      return top >= 0 && top < window.innerHeight;
    })
    .catch(() => false);
async function open(id: number, query = '', slug = post.slug): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${app.origin}/posts/${slug}${query}#comment-${id}`);
}
const changeHash = (id: number) =>
  page.evaluate((changed) => {
    window.location.hash = `comment-${changed}`;
  }, id);
async function expectReached(id: number): Promise<void> {
  await expect.poll(focusedComment).toBe(`comment-${id}`);
  await expect.poll(() => isInView(`#comment-${id}`)).toBe(true);
  expect(await gone().count()).toBe(0);
}

it.each(['', '?order=oldest', '?order=discussed'])(
  'reach a comment outside the first part, and a deep reply: %s',
  async (query) => {
    for (const id of [deepId, firstId + 75, firstId + 300]) {
      await open(id, query);
      await expectReached(id);
    }
    expect(await page.locator('#comments ol > li').count()).toBeLessThan(120);
    // A comment of the same part needs no other.
    const next = query === '?order=oldest' ? firstId + 301 : firstId + 299;
    await changeHash(next);
    await expectReached(next);
    expect(await comment(firstId + 300).count()).toBe(1);
  },
);

it('open a folded branch', async () => {
  await open(deepId);
  await expectReached(deepId);
  await comment(firstId).locator('> details > summary').click();
  await comment(deepId).waitFor({ state: 'hidden' });
  await changeHash(deepId - 1);
  await expectReached(deepId - 1);
});

it('say that a comment is gone: deleted, hidden, of another post, or none', async () => {
  const other = await app.createPost(author, { title: 'Другое' });
  const write = async (content: string, parent: number | null = null): Promise<number> =>
    (await app.call('createComment', { as: reader, body: { post: other.id, content, parent } })).body.id;
  const [deleted, hidden, left] = [await write('Удалят'), await write('Скроют'), await write('Останется')];
  await app.call('deleteComment', { as: reader, params: { id: deleted } });
  const moderator = await app.createUser({ role: 'moderator' });
  const hiding = { as: moderator, params: { id: hidden }, body: { reason: 'Оскорбления' } };
  expect((await app.call('hideComment', hiding)).status).toBe(200);
  for (const id of [deleted, hidden, deepId, 999_999_999, 999_999_999_999_999]) {
    await open(id, '', other.slug);
    await gone().waitFor();
    await expect.poll(() => isInView('#comments')).toBe(true);
    expect(await comment(left).isVisible()).toBe(true);
  }
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('comments');
  await changeHash(left);
  await expectReached(left);
  // A deleted comment with replies has left its place.
  await write('Ответ', left);
  await app.call('deleteComment', { as: reader, params: { id: left } });
  await open(left, '', other.slug);
  await expectReached(left);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('[Комментарий удалён]');

  await open(deepId, '', other.slug);
  await gone().waitFor();
  await checkAccessible(page);

  // Its author still sees a hidden comment.
  const own = await openPageAs(browser, app, {
    path: `/posts/${other.slug}#comment-${hidden}`,
    user: reader,
  });
  await own.locator(`#comment-${hidden}`).getByText('Оскорбления').waitFor();
  await own.context().close();
});

it('keep their hash when the address of the post has changed in the meantime', async () => {
  const own = await openPageAs(browser, app, { path: '/comments/my', user: reader });
  const link = own.getByRole('link', { name: /обсуждени/ }).first();
  await link.waitFor();
  for (const slug of [post.slug, 'drugoe'])
    await app.call('updatePost', { as: author, params: { slug }, body: { custom_slug: `${slug}-2` } });
  await link.click();
  await own.waitForURL(/-2#comment-\d+$/);
  await expect
    .poll(() => own.evaluate(() => document.activeElement?.closest('li[id]')?.id))
    .toMatch(/^comment-\d+$/);
  await own.context().close();
});
