import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let author: TestUser;
let page: Page;
let post: { id: number; slug: string };

const fill = 'Абзац.\n\n'.repeat(40);
const content = `- [Раздел два](#раздел-два)
- [Install](#install)
- [Заметка](#zametka)
- [Сегодня](#h-razdel-dva)
- [Третий](#третий)
- [Никуда](#никуда)

${fill}## Раздел два

текст

${fill}## Install

<a id="zametka"></a>Заметка

${fill}<a name="comments"></a>

<a id="location"></a>

## Третий {#третий}

<details><summary>Ещё</summary>

<a id="inside"></a>Внутри

</details>

${fill}`;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
  author = await app.createUser({ username: 'avtor' });
  post = await app.createPost(author, { title: 'Места', content });
  page = await openPageAs(browser, app, { path: `/posts/${post.slug}` });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const path = (hash = '') => `${app.origin}/posts/${post.slug}${hash}`;
const link = (name: string) => page.locator('.article').getByRole('link', { name, exact: true });
/** The place that stands at the top of the screen, below the header. */
const placeAtTop = () =>
  page.locator('.article [id], #comments').evaluateAll((places) =>
    places
      .filter((place) => Math.abs(place.getBoundingClientRect().top - 80) < 24)
      .map(({ id }) => id)
      .join(' '),
  );
const isInView = (selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().top < window.innerHeight);
async function open(address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(address);
}

it('lead to their places on the page, and back', async () => {
  for (const [name, id] of [
    ['Раздел два', 'h-razdel-dva'],
    ['Install', 'h-install'],
    ['Заметка', 'user-content-zametka'],
    ['Третий', 'h-tretiy-tretiy'],
  ] as const) {
    // Without scrolling to the link.
    await link(name).evaluate((element: HTMLElement) => element.click());
    await expect.poll(placeAtTop).toBe(id);
  }
  expect(await page.getByText('{#').count()).toBe(0);
  for (const id of ['user-content-zametka', 'h-install', 'h-razdel-dva']) {
    await page.goBack();
    await expect.poll(placeAtTop).toBe(id);
  }
});

it("lead to today's ids of headings", async () => {
  await open(path());
  await link('Сегодня').click();
  await expect.poll(placeAtTop).toBe('h-razdel-dva');
  await open(path('#h-install'));
  await expect.poll(placeAtTop).toBe('h-install');
});

it('are found by the bare hash, encoded or not, also when it changes', async () => {
  for (const hash of ['#раздел-два', `#${encodeURIComponent('раздел-два')}`]) {
    await open(path(hash));
    await expect.poll(placeAtTop).toBe('h-razdel-dva');
  }
  const changeHash = (hash: string) =>
    page.evaluate((changed) => {
      window.location.hash = changed;
    }, hash);
  await changeHash('zametka');
  await expect.poll(placeAtTop).toBe('user-content-zametka');
  await changeHash('inside');
  await page.getByText('Внутри').waitFor();
  await changeHash('location');
  await expect.poll(placeAtTop).toContain('user-content-location');
  const before = page.url();
  await page.evaluate(() => window.scrollTo(0, 300));
  await page.reload();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300);
  expect(page.url()).toBe(before);
  for (const hash of ['#никуда', '#%', '#"]']) {
    await open(path(hash));
    await page.locator('#comments').waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  }
});

it('do not collide with the ids of the page', async () => {
  await open(path('#comments'));
  await expect.poll(() => isInView('#comments')).toBe(true);
  expect(await page.locator('#comments').count()).toBe(1);
  expect(await page.evaluate(() => typeof window.location.href)).toBe('string');
  await open(path());
  await link('Никуда').click();
  await page.waitForURL((url) => decodeURIComponent(url.hash) === '#никуда');
  await page.locator('#comments').waitFor();
});

it('keep their hash after a redirect and a login', async () => {
  const { slug: former } = post;
  const { body } = await app.call('updatePost', {
    as: author,
    params: { slug: former },
    body: { custom_slug: 'mesta-2' },
  });
  post.slug = body.slug;
  await open(`${app.origin}/posts/${former}#раздел-два`);
  await page.waitForURL((url) => url.pathname === '/posts/mesta-2');
  await expect.poll(placeAtTop).toBe('h-razdel-dva');
  await open(`${app.origin}/posts/${former}/#zametka`);
  await expect.poll(placeAtTop).toBe('user-content-zametka');
  // The login leads back to the place.
  const login = page.getByRole('banner').getByRole('link', { name: 'Войти' });
  await expect.poll(() => login.getAttribute('href')).toContain(encodeURIComponent('#user-content-zametka'));
});
