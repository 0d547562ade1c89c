import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import {
  expectAccessible,
  expectKeyboardReach,
  expectNoLayoutShift,
} from '#tests/support/expect-accessible.ts';
import { waitUntilIdle } from '#tests/support/idle.ts';
import { inRotation, looks } from '#tests/support/in-rotation.ts';
import { openPageAs, openPaintedOnce } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { type Condition, conditions, openInCondition } from '../../scripts/screen-conditions.ts';
import { addDiscussion, applySiteState, type SiteState, siteStates } from '../../scripts/site-states.ts';

const maxPostsInTests = 25;
const discussionLength = 1_000;
let app: TestApp;
let browser: Browser;
let newcomer: TestUser;

beforeAll(async () => {
  // Without a cache, because the states are written directly to the database.
  app = await createTestApp({ withPages: true, env: { CACHE_MB: '0' } });
  await app.imports.importFrom('db/seeds/demo');
  newcomer = await app.createUser();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const stateOf = (name: string) => siteStates.find((state) => state.name === name) as SiteState;
/** The most different states first. */
const states = [
  ...['25-posts-mixed-titles', '3-posts-long-titles', '25-posts-no-pictures', '0-posts'].map(stateOf),
  ...siteStates.filter(({ posts }) => posts <= maxPostsInTests),
].filter((state, index, all) => all.indexOf(state) === index);

describe.each(inRotation(states, looks, 2))(
  'with $screen.name, $width px, $theme',
  ({ screen: state, ...look }) => {
    it.each(process.env.EVERY_LOOK ? ['/', '/posts', '/categories/gorod'] : ['/'])(
      '%s is accessible, moves nothing and can be read with the keyboard',
      async (path) => {
        await applySiteState(app.db, state);
        const page = await openPaintedOnce(browser, app, { path, ...look });
        expect(await page.locator('main article').count()).toBeLessThanOrEqual(state.posts);
        await expectNoLayoutShift(page);
        await page.unrouteAll();
        await page.reload();
        await waitUntilIdle(page);
        await expectKeyboardReach(page);
        await expectAccessible(page);
      },
    );
  },
);

describe.each(inRotation([discussionLength], looks, 1))(
  'with $screen comments, $width px, $theme',
  (look) => {
    it('the article is accessible and moves nothing', async () => {
      await applySiteState(app.db, stateOf('1-post'));
      await addDiscussion(app.db, discussionLength);
      const page = await openPaintedOnce(browser, app, { path: '/posts/copy-0', ...look });
      await expectNoLayoutShift(page);
      await page.unrouteAll();
      await page.reload();
      await waitUntilIdle(page);
      await expectAccessible(page);
    });
  },
);

type ConditionScreen = { path: string; isPrivate?: boolean; condition: Condition };
const conditionScreens: ConditionScreen[] = [
  { path: '/posts/my', isPrivate: true, condition: 'failed' },
  { path: '/posts', condition: 'loading' },
  { path: '/', condition: 'failed' },
  { path: '/posts/my/stats', isPrivate: true, condition: 'loading' },
  ...['/comments/my', '/profile/pictures', '/profile', '/subscription'].flatMap((path) =>
    conditions.map((condition) => ({ path, isPrivate: true, condition })),
  ),
];

it.each(inRotation(conditionScreens, looks, 2))(
  '$screen.path, $screen.condition, is accessible at $width px, $theme',
  async ({ screen: { path, isPrivate = false, condition }, ...look }) => {
    const user = isPrivate ? newcomer : null;
    const page = await openPageAs(browser, app, { path: '/about', user, ...look });
    await openInCondition(page, { path, condition, asLink: !isPrivate });
    await expectAccessible(page);
  },
);

const emptyScreens = [
  '/posts/my',
  '/comments/my',
  '/profile/pictures',
  '/posts/my/stats',
  '/posts?search=щщщщ',
];

it.each(inRotation(emptyScreens, looks, 1))(
  '$screen is accessible without content at $width px, $theme',
  async ({ screen: path, ...look }) => {
    const page = await openPageAs(browser, app, { path, user: newcomer, ...look });
    await waitUntilIdle(page);
    await expectAccessible(page);
  },
);
