import { randomUUID } from 'node:crypto';
import { cpSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { createSwitchableSite } from '#tests/support/switchable-site.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** Only here do pages register the service worker: see `tests/support/browser.ts`. */
const root = resolve(import.meta.dirname, '../..');
const builds = resolve(root, 'node_modules/.cache', `builds-${randomUUID()}`);
const [presentBuild, nextBuild] = [join(builds, 'present'), join(builds, 'next')];

let site: Awaited<ReturnType<typeof createSwitchableSite>>;
let app: TestApp;
let nextApp: TestApp;
let closedApp: TestApp;
let browser: Browser;
let author: TestUser;

beforeAll(async () => {
  site = await createSwitchableSite();
  const env = { PUBLIC_URL: site.origin };
  createPresentBuild();
  createNextBuild();
  app = await createTestApp({ withPages: true, env, buildFolder: presentBuild });
  const shared = { db: app.db, databaseUrl: app.databaseUrl, dataDir: app.dataDir };
  nextApp = await createTestApp({ withPages: true, env, buildFolder: nextBuild, ...shared });
  closedApp = await createTestApp({ withPages: true, env: { ...env, OFFLINE_READING: 'false' }, ...shared });
  author = await app.createUser();
  browser = await launchBrowser({ withServiceWorkers: true });
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await nextApp?.stop();
  await closedApp?.stop();
  await app?.stop();
  rmSync(builds, { recursive: true, force: true });
});

/** The build with a service worker that waits for a busy machine: its limits, as those of the pages, never end. */
function createPresentBuild(): void {
  cpSync(resolve(root, 'build'), presentBuild, { recursive: true });
  const worker = join(presentBuild, 'worker/worker.js');
  const longerLimits = `{
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms * 100);
    const start = setTimeout;
    self.setTimeout = (work, ms) => start(work, ms * 100);
  }`;
  writeFileSync(worker, `${longerLimits}\n${readFileSync(worker, 'utf8')}`);
}

/** The build of a later release: the same code, with another name of the entry script and of the styles. */
function createNextBuild(): void {
  cpSync(presentBuild, nextBuild, { recursive: true });
  const assets = join(nextBuild, 'client/assets');
  const renamed = globSync(['entry.client-*.js', 'app-*.css'], { cwd: assets }).map(
    // A hash may contain hyphens.
    (name) => [name, name.replace(/^(entry\.client|app)-.*(\.\w+)$/, '$1-next$2')] as const,
  );
  expect(renamed).toHaveLength(2);
  for (const [name, next] of renamed) renameSync(join(assets, name), join(assets, next));
  for (const file of globSync('client/assets/*.{br,gz}', { cwd: nextBuild })) rmSync(join(nextBuild, file));
  for (const file of globSync('{client,server}/**/*.js', { cwd: nextBuild })) {
    const path = join(nextBuild, file);
    const code = readFileSync(path, 'utf8');
    const next = renamed.reduce((text, [from, to]) => text.replaceAll(from, to), code);
    if (next !== code) writeFileSync(path, next);
  }
}

const createPost = (title: string, changes: object = {}) =>
  app.createPost(author, { title, content: `Текст статьи «${title}».`, ...changes });

/** The paths of everything that is stored on the device. */
const storedPaths = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths;
  });
const savedArticles = async (page: Page) =>
  (await storedPaths(page)).filter((path) => path.startsWith('/posts/'));
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();

async function openSaved(page: Page, slug: string): Promise<void> {
  await page.goto(`${site.origin}/posts/${slug}`);
  await expect.poll(() => savedArticles(page)).toContain(`/posts/${slug}`);
}

it('has what an installation needs', async () => {
  site.show(app);
  const page = await openPageAs(browser, site, { path: '/' });
  const session = await page.context().newCDPSession(page);
  // The headless browser only reads the manifest; `npm run check:installable` asks a whole Chromium.
  const { errors, manifest } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(manifest).toMatchObject({
    name: 'News Site',
    display: 'kStandalone',
    startUrl: `${site.origin}/`,
    scope: `${site.origin}/`,
    preferRelatedApplications: false,
  });
  for (const { url, sizes } of (manifest.icons ?? []).filter(({ type }) => type === 'image/png')) {
    const size = await page.evaluate(async (source) => {
      const icon = await createImageBitmap(await (await fetch(source)).blob());
      return `${icon.width}x${icon.height}`;
    }, url);
    expect(size, url).toBe(sizes);
  }
  expect(manifest.icons?.map(({ sizes }) => sizes)).toContain('192x192');
  const { scope } = await page.evaluate(async () => ({ scope: (await navigator.serviceWorker.ready).scope }));
  expect(scope).toBe(`${site.origin}/`);
  await page.context().close();
});

it('shows opened articles without a network, marked as copies, until they are deleted', async () => {
  site.show(app);
  const [read, gone] = await Promise.all([createPost('Мост закрыли'), createPost('Скрытая статья')]);
  const page = await openPageAs(browser, site, { path: '/about', width: 390 });
  await openSaved(page, gone.slug);
  await openSaved(page, read.slug);
  await app.call('deletePost', { as: author, params: { slug: gone.id } });
  // A slow comparison with the site ends after the list is shown.
  const listed = async () => {
    await page.goto(`${site.origin}/offline`);
    return page.locator('.offline-list a').allTextContents();
  };
  await expect.poll(listed).toEqual(['Мост закрыли']);

  site.show(null);
  await page.goto(`${site.origin}/posts/${read.slug}`);
  expect(await heading(page)).toBe('Мост закрыли');
  await page.getByText('Текст статьи «Мост закрыли».').waitFor();
  await page.getByText(/Это копия статьи от \d+ \p{L}+ \d{4}, \d\d:\d\d\./u).waitFor();
  expect(await page.evaluate(() => document.styleSheets[0]?.cssRules.length)).toBeGreaterThan(0);
  await page.goto(`${site.origin}/posts/${gone.slug}`);
  expect(await heading(page)).toBe('Вы не в сети');
  await page.getByRole('button', { name: 'Удалить сохранённое' }).click();
  await page.getByText('На этом устройстве пока нет сохранённых статей.').waitFor();
  expect(await savedArticles(page)).toEqual([]);

  site.show(app);
  await openSaved(page, read.slug);
  expect(await page.getByText('Это копия статьи').count()).toBe(0);
  site.show(null);
  await page.goto(site.origin);
  await page.getByRole('link', { name: 'Мост закрыли' }).waitFor();
  await expectAccessible(page);
});

it('stores only what guests see, and nothing after a logout', async () => {
  site.show(app);
  const secret = `x${randomUUID().slice(0, 8)}`;
  const user = await app.createUser();
  const ownPost = (title: string, changes: object) =>
    app.createPost(user, { title, content: `Текст ${secret}`, ...changes });
  const [open, draft] = await Promise.all([
    createPost('Открытая'),
    ownPost('Мой черновик', { status: 'draft' }),
  ]);
  const page = await openPageAs(browser, site, { path: '/profile', user });
  await page.getByRole('main').getByText(user.user.email).waitFor();
  for (const path of [`/posts/${draft.slug}`, '/posts/my']) {
    await page.goto(site.origin + path);
    await page.getByText('Мой черновик').first().waitFor();
  }
  await openSaved(page, open.slug);
  const stored = await page.evaluate(async () => {
    const entries: Array<{ path: string; text: string }> = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        entries.push({ path: new URL(request.url).pathname, text: (await response?.text()) ?? '' });
      }
    }
    return entries;
  });
  for (const { path, text } of stored) {
    expect(path).toMatch(/^\/(posts\/[^/]+|assets\/[^/]+\.(css|woff2)|offline\/(shell|checked-at))$/);
    for (const personal of [secret, user.user.email, user.user.username, user.access, user.refresh])
      expect(text.includes(personal), path).toBe(false);
  }
  expect(await savedArticles(page)).toEqual([`/posts/${open.slug}`]);

  await page.goto(`${site.origin}/profile`);
  await page.getByRole('main').getByRole('button', { name: 'Выйти' }).click();
  await page.waitForURL(`${site.origin}/`);
  await expect.poll(() => savedArticles(page)).toEqual([]);
  await page.context().close();
});

it('never stands between a page and a new release', async () => {
  site.show(app);
  const [first, second] = await Promise.all([createPost('Первая'), createPost('Вторая')]);
  const page = await openPageAs(browser, site, { path: '/about' });
  await openSaved(page, first.slug);
  const olderTab = await page.context().newPage();
  await olderTab.goto(`${site.origin}/posts`);

  site.show(nextApp);
  const served: Array<{ path: string; isFromWorker: boolean; status: number }> = [];
  page.on('response', (response) =>
    served.push({
      path: new URL(response.url()).pathname,
      isFromWorker: response.fromServiceWorker(),
      status: response.status(),
    }),
  );
  await page.goto(`${site.origin}/posts`);
  await expect.poll(() => storedPaths(page)).toContain('/assets/app-next.css');
  const assets = served.filter(({ path }) => path.startsWith('/assets/'));
  expect(assets).toContainEqual({ path: '/assets/entry.client-next.js', isFromWorker: false, status: 200 });
  for (const asset of assets) expect(asset).toMatchObject({ isFromWorker: false, status: 200 });

  await olderTab.getByRole('link', { name: 'Вторая' }).first().click();
  await expect.poll(() => savedArticles(olderTab)).toContain(`/posts/${second.slug}`);
  expect((await storedPaths(page)).filter((path) => path.endsWith('.js'))).toEqual([]);
  site.show(null);
  await olderTab.reload();
  await olderTab.getByText('Это копия статьи').waitFor();
  await expectAccessible(olderTab);
});

it('goes away when the operator switches it off', async () => {
  site.show(app);
  const post = await createPost('Последняя');
  const page = await openPageAs(browser, site, { path: '/about' });
  await openSaved(page, post.slug);
  site.show(closedApp);
  await page.goto(`${site.origin}/about`);
  const rest = () =>
    page.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: await caches.keys(),
    }));
  await expect.poll(rest).toEqual({ workers: 0, caches: [] });
  await page.goto(`${site.origin}/offline`);
  await page.getByText('Сайт не сохраняет статьи для чтения без сети.').waitFor();
  await page.context().close();
});
