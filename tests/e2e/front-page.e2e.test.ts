import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { findHoles } from '#tests/support/find-holes.ts';
import { inRotation } from '#tests/support/in-rotation.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { applySiteState, type SiteState, siteStates } from '../../scripts/site-states.ts';

const widths = [{ width: 1280 }, { width: 1920 }];
const maxPostsInTests = 25;
let app: TestApp;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  // Without a cache, because the states are written directly to the database.
  app = await createTestApp({ withPages: true, env: { CACHE_MB: '0' } });
  await app.imports.importFrom('db/seeds/demo');
  browser = await openBrowser();
  page = await openPageAs(browser, app, { path: '/about' });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

async function open(state: SiteState, width: number): Promise<void> {
  await applySiteState(app.db, state);
  await page.setViewportSize({ width, height: 800 });
  await page.goto(app.origin, { waitUntil: 'load' });
}
const scrollsSideways = () =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
const stateOf = (name: string) => siteStates.find((state) => state.name === name) as SiteState;
const articles = () => page.getByRole('main').getByRole('article');

const states = siteStates.filter(({ posts }) => posts <= maxPostsInTests);

it.each(inRotation(states, widths))(
  'ends its columns together with $screen.name at $width px and never scrolls sideways',
  async ({ screen: state, width }) => {
    await open(state, width);
    expect(await articles().count()).toBe(state.posts);
    expect(await findHoles(page)).toEqual([]);
    expect(await scrollsSideways()).toBe(false);
  },
);

it('never scrolls sideways on a phone, whose first article starts in the first screen', async () => {
  await open(stateOf('25-posts-long-titles'), 390);
  expect(await scrollsSideways()).toBe(false);
  const top = (await articles().first().boundingBox())?.y;
  expect(top).toBeLessThan(300);
});

it('shows the first article of the lists in the first screen of a phone, and never scrolls them sideways', async () => {
  const author = await app.createUser();
  await applySiteState(app.db, stateOf('3-posts-long-titles'));
  const { title } = await app.createPost(author, { title: 'Статья из списка' });
  // The search analyses posts in a job.
  await app.runJobs();
  for (const [path, user] of [
    ['/posts', null],
    ['/posts?search=статья&ordering=title', null],
    ['/posts/my', author],
  ] as const) {
    const list = await openPageAs(browser, app, { path, user, width: 390 });
    const link = list.getByRole('main').getByRole('link', { name: title, exact: true });
    await link.waitFor();
    const box = await link.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(844);
    expect(await list.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await list.context().close();
  }
});

it('shows the date, the topics, the lead and four articles with pictures in the first screen', async () => {
  await open(stateOf('25-posts'), 1280);
  const fold = 800;
  const bottomOf = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    return (box?.y ?? fold) + (box?.height ?? fold);
  };
  expect(await bottomOf('main h1')).toBeLessThan(fold);
  expect(await bottomOf('nav[aria-label="Категории"]')).toBeLessThan(fold);
  const shown = await Promise.all(
    (await articles().all()).map(async (article) => ({
      box: await article.boundingBox(),
      pictures: await article.locator('img').count(),
    })),
  );
  const inFirstScreen = shown.filter(
    ({ box, pictures }) => box && box.y + box.height <= fold && pictures > 0,
  );
  expect(inFirstScreen.length).toBeGreaterThanOrEqual(5);
});

describe('the search for holes', () => {
  const hide = (selector: string) =>
    page.locator(selector).evaluateAll((elements) => {
      for (const element of elements) (element as HTMLElement).style.visibility = 'hidden';
    });

  it('finds a column that ends above its neighbours, and an empty part within one', async () => {
    await open(stateOf('25-posts'), 1280);
    await hide('section[aria-labelledby="fresh"] li:nth-child(n + 5)');
    expect((await findHoles(page)).map(({ kind }) => kind)).toContain('end');
    await page.reload();
    await hide('section[aria-labelledby="fresh"] li:nth-child(n + 3):nth-child(-n + 6)');
    expect((await findHoles(page)).map(({ kind }) => kind)).toEqual(['inside']);
  });

  it('finds a lead that ends above the articles beside it', async () => {
    await open(stateOf('25-posts-long-titles'), 1280);
    await page
      .locator('main article .growing-picture')
      .first()
      .evaluate((picture) => {
        (picture as HTMLElement).style.cssText = 'flex: none; max-height: 8rem';
      });
    expect((await findHoles(page)).map(({ kind }) => kind)).toContain('end');
  });
});
