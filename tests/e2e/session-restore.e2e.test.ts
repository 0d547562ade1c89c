import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { createImageForm } from '#tests/support/image-form.ts';
import { inRotation } from '#tests/support/in-rotation.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

declare global {
  interface Window {
    takeShifts: () => unknown[];
  }
}

let app: TestApp;
let browser: Browser;
let author: TestUser;
let slug: string;
let draftSlug: string;
let categorySlug: string;

const overlay = '.session-overlay';

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
  author = await app.createUser();
  const category = await app.createCategory('Город');
  categorySlug = category.slug;
  const { url } = (await app.call('uploadImage', { as: author, body: await createImageForm(1_200) })).body;
  const post = { content: 'К шести газета ещё пахнет краской.', category: category.id, image_url: url };
  const { id, slug: publishedSlug } = await app.createPost(author, { title: 'Вечерняя газета', ...post });
  slug = publishedSlug;
  for (const content of ['Первый', 'Второй'])
    await app.call('createComment', { as: author, body: { post: id, content } });
  draftSlug = (await app.createPost(author, { title: 'Черновик', status: 'draft' })).slug;
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** Opens a path with a refresh token alone; its refresh waits until `release` is called. */
async function openOnSlowLine(path: string, { user, width }: { user: TestUser; width: number }) {
  // Not a page of the site, which would use the token before its request is held back.
  const page = await openPageAs(browser, app, { path: '/robots.txt', width });
  await page
    .context()
    .addCookies([{ name: 'refresh_token', value: user.refresh, url: app.origin, sameSite: 'Strict' }]);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let noticeRefresh = () => {};
  const refreshed = new Promise<void>((resolve) => {
    noticeRefresh = resolve;
  });
  await page.route('**/auth/token/refresh/', async (route) => {
    noticeRefresh();
    await released;
    await route.continue();
  });
  await page.addInitScript(() => {
    const shifts: Array<{ value: number; nodes: string[] }> = [];
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: { node: Element | null }[];
        };
        shifts.push({ value, nodes: sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '') });
      }
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    window.takeShifts = () => {
      add(observer.takeRecords());
      return shifts.splice(0);
    };
  });
  await page.goto(app.origin + path);
  await refreshed;
  return { page, release };
}

/** The layout shifts of a page since the last call, up to its next frames. */
const takeShifts = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return window.takeShifts();
  });

const userMenu = (page: Page) => page.getByRole('button', { name: /^Меню: / });

const widths = [{ width: 390 }, { width: 800 }, { width: 1280 }];
const publicPages: Array<[name: string, path: () => string]> = [
  ['an article', () => `/posts/${slug}`],
  ['the front page', () => '/'],
  ['all articles', () => '/posts'],
  ['a category', () => `/categories/${categorySlug}`],
];

it.each(inRotation(publicPages, widths))(
  'shows $screen.0 at once and moves nothing when the user is known, $width px wide',
  async ({ screen: [, path], width }) => {
    const user = await app.createUser();
    const { page, release } = await openOnSlowLine(path(), { user, width });
    await page.getByText('Вечерняя газета').first().click({ trial: true });
    expect(await page.locator(overlay).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Войти' }).first().isVisible()).toBe(false);
    // The dates of lists become relative when the page comes to life.
    await page.locator('time[title]').first().waitFor();
    await takeShifts(page);
    release();
    await userMenu(page).waitFor();
    if (path().startsWith('/posts/')) await page.getByPlaceholder(/комментар/i).waitFor();
    expect(await takeShifts(page)).toEqual([]);
    await page.context().close();
  },
);

it.each(['/profile', '/posts/create', '/staff', '/subscription', '/login'])(
  'covers %s until the user is known',
  async (path) => {
    const { page, release } = await openOnSlowLine(path, { user: await app.createUser(), width: 1280 });
    expect(await page.locator(overlay).isVisible()).toBe(true);
    release();
    await page.locator(overlay).waitFor({ state: 'hidden' });
    await page.context().close();
  },
);

it('covers an unpublished post until its author is known', async () => {
  const { page, release } = await openOnSlowLine(`/posts/${draftSlug}`, { user: author, width: 1280 });
  expect(await page.locator(overlay).isVisible()).toBe(true);
  release();
  await page.getByRole('heading', { name: 'Черновик' }).waitFor();
  await page.context().close();
});
