import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { loadConfig } from '../server/config.ts';
import { openConfiguredDatabase } from '../server/open-database.ts';
import type { Db } from '../server/platform/db/database.ts';
import { silentLog } from '../server/platform/log.ts';
import { launchBrowser } from '../tests/support/browser.ts';
import { waitUntilIdle } from '../tests/support/idle.ts';
import { openPageAs } from '../tests/support/open-page.ts';
import { startDemoSite } from './demo-site.ts';
import { type Condition, conditions, openInCondition } from './screen-conditions.ts';
import { prepareContent, type Role } from './screen-content.ts';
import { addDiscussion, applySiteState, type SiteState, siteStates } from './site-states.ts';

/**
 * Takes a screenshot of every screen of a separate demo site, as a phone and as a desktop, light and dark: with the demo
 * content, empty, loading and failed; then of the front page, the lists and articles with few, many, long and pictureless
 * posts and a long discussion, in more widths. `npm run screenshots -- [WORD]` selects
 * screens by a part of their name. The files go to `screenshots/`. `npm run screenshots -- --readme` instead takes the few
 * screenshots of the README, into `docs/images/`.
 */
const root = resolve(import.meta.dirname, '..');
const folder = resolve(root, 'screenshots');
const readmeFolder = resolve(root, 'docs/images');
const widths = [390, 1280];
const stateWidths = [390, 768, 1280, 1920];
const themes = ['light', 'dark'] as const;
const webpQuality = 80;

/** Brings a page into the state that the screenshot shows. */
type PageAction = (page: Page) => Promise<void>;
const click =
  (name: string | RegExp): PageAction =>
  (page) =>
    page.getByRole('button', { name }).first().click();
/** Starts a payment and stays on the payment page. */
const startPayment: PageAction = async (page) => {
  await click(/^Выбрать план/)(page);
  await page.getByRole('button', { name: /^Оплатить/ }).waitFor();
};
/** Opens the dialog that crops a profile photo. */
const choosePhoto: PageAction = async (page) => {
  await page.getByLabel('Выбрать фото').setInputFiles(resolve(root, 'db/seeds/demo/bibliobus.webp'));
  await page.getByLabel('Кадр фотографии').locator('img[style]').waitFor();
};

const chooseRows: PageAction = (page) =>
  page.locator('input[name="view"][value="list"]').check({ force: true });
/** A search that finds nothing. */
const unknown = 'щщщщщщ';

const screens: Array<[name: string, path: string, role?: Role, action?: PageAction]> = [
  ['home', '/'],
  ['home-user', '/', 'author'],
  ['posts', '/posts'],
  ['posts-search', '/posts?search=ночь'],
  ['posts-search-corrected', '/posts?search=gjtpl'],
  ['posts-search-comments', '/posts?search=город&tab=comments'],
  ['posts-search-authors', '/posts?search=Калининой&tab=authors'],
  ['posts-rows', '/posts', 'guest', chooseRows],
  ['posts-empty', `/posts?search=${unknown}`],
  ['post', '/posts/posledniy-vagon'],
  ['categories', '/categories'],
  ['category', '/categories/gorod'],
  ['author', '/users/obolentseva'],
  ['author-empty', '/users/novichok'],
  ['login', '/login'],
  ['register', '/register'],
  ['password-reset', '/password-reset'],
  ['verify-email', '/verify-email'],
  ['not-found', '/net-takoy'],
  ['draft-gone', '/draft'],
  ['about', '/about'],
  ['rules', '/rules'],
  ['moderation', '/moderation'],
  ['privacy', '/privacy'],
  ['terms', '/terms'],
  ['feedback', '/feedback'],
  ['offline', '/offline'],
  ['payment-success', '/subscription/success', 'author'],
  ['payment-cancel', '/subscription/cancel', 'reader'],
  ['profile', '/profile', 'author'],
  ['profile-empty', '/profile', 'newcomer'],
  ['profile-crop', '/profile', 'author', choosePhoto],
  ['change-password', '/change-password', 'author'],
  ['security', '/security', 'author'],
  ['security-totp', '/security', 'author', click('Подключить приложение')],
  ['change-email', '/change-email'],
  ['user-menu', '/', 'author', click(/^Меню|^Демо/)],
  ['notifications', '/', 'author', click(/^Уведомления/)],
  ['notifications-empty', '/', 'newcomer', click(/^Уведомления/)],
  ['post-create', '/posts/create', 'author'],
  ['post-own', '/posts/vechernyaya-gazeta', 'author'],
  ['post-edit', '/posts/vechernyaya-gazeta/edit', 'author'],
  ['post-edit-settings', '/posts/vechernyaya-gazeta/edit', 'author', click('Параметры статьи')],
  ['post-edit-source', '/posts/vechernyaya-gazeta/edit', 'author', click('Исходный текст (Markdown)')],
  ['post-edit-preview', '/posts/vechernyaya-gazeta/edit', 'author', click('Предпросмотр')],
  ['post-revisions', '/posts/vechernyaya-gazeta/revisions', 'author'],
  ['post-stats', '/posts/vechernyaya-gazeta/stats', 'author'],
  ['my-posts', '/posts/my', 'author'],
  ['my-posts-empty', '/posts/my', 'newcomer'],
  ['my-posts-scheduled', '/posts/my?status=scheduled', 'author'],
  ['my-stats', '/posts/my/stats', 'author'],
  ['my-stats-empty', '/posts/my/stats', 'newcomer'],
  ['my-comments', '/comments/my', 'author'],
  ['my-comments-empty', '/comments/my', 'newcomer'],
  ['my-pictures', '/profile/pictures', 'author'],
  ['my-pictures-empty', '/profile/pictures', 'newcomer'],
  ['subscription', '/subscription', 'author'],
  ['subscription-none', '/subscription', 'reader'],
  ['payment-sandbox', '/subscription', 'reader', startPayment],
  ['subscription-pending', '/subscription', 'reader'],
  ['staff', '/staff', 'staff'],
  ['staff-posts', '/staff/posts', 'staff'],
  ['staff-posts-preview', '/staff/posts', 'staff', click(/^Просмотр: /)],
  ['staff-posts-empty', `/staff/posts?search=${unknown}`, 'staff'],
  ['staff-comments', '/staff/comments', 'staff'],
  ['staff-comments-empty', `/staff/comments?search=${unknown}`, 'staff'],
  ['staff-reports', '/staff/reports', 'staff'],
  ['staff-objections', '/staff/reports?list=objections', 'staff'],
  ['staff-waiting', '/staff/waiting', 'staff'],
  ['staff-publication', '/staff/publication', 'staff'],
  ['staff-users', '/staff/users', 'staff'],
  ['staff-users-empty', `/staff/users?search=${unknown}`, 'staff'],
  ['staff-user', '/staff/users/1', 'staff'],
  ['staff-user-sanction', '/staff/users/1', 'staff', click('Вынести санкцию')],
  ['staff-audit', '/staff/audit', 'staff'],
  ['decisions', '/decisions', 'author'],
  ['staff-front-page', '/staff/front-page', 'staff'],
  ['staff-categories', '/staff/categories', 'staff'],
  ['staff-payments', '/staff/payments', 'staff'],
  ['staff-payments-empty', `/staff/payments?search=${unknown}`, 'staff'],
  ['staff-payment', '/staff/payments/1', 'staff'],
  ['staff-plans', '/staff/plans', 'staff'],
  ['staff-imports', '/staff/imports', 'staff'],
  ['staff-health', '/staff/health', 'staff'],
];

/** The screens that are also taken while they load and when they failed: those that need data. */
const conditionScreens: ReadonlySet<string> = new Set([
  'home',
  'posts',
  'post',
  'categories',
  'category',
  'author',
  'profile',
  'notifications',
  'post-edit',
  'post-revisions',
  'post-stats',
  'my-posts',
  'my-stats',
  'my-comments',
  'my-pictures',
  'subscription',
  'staff-posts',
  'staff-comments',
  'staff-users',
  'staff-user',
  'staff-audit',
  'decisions',
  'staff-categories',
  'staff-payments',
  'staff-payment',
  'staff-plans',
  'staff-imports',
  'staff-health',
]);

/** The screens that are also taken in each state of the site. */
const stateScreens: Array<[name: string, path: string]> = [
  ['home', '/'],
  ['posts', '/posts'],
  ['category', '/categories/gorod'],
];
/** The newest article of a state, and the states that differ in it. */
const articleScreen: [name: string, path: string] = ['post', '/posts/copy-0'];
const articleStates = ['1-post', '1-post-no-picture', '3-posts-long-titles'];
const discussionLength = 1_000;

type Theme = (typeof themes)[number];
/** Screenshots of the README: a screen as a phone or a desktop, from the top or from one of its headings. */
const readmeShots: Array<[name: string, width: number, theme: Theme, heading?: string]> = [
  ['home', 1280, 'light'],
  ['post', 390, 'dark'],
  ['post-edit', 1280, 'dark'],
  ['my-posts', 390, 'light'],
];

/** Pictures further down would load only when they come near the viewport. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    // After a change of the width another file may be needed, which the browser chooses with the next frame.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    // A picture that fails to load shows as such.
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
  });
  await page.waitForLoadState('networkidle');
}

type Shot = { name: string; width: number; theme: Theme };

async function open(shot: Shot): Promise<Page> {
  const [, path = '/', role = 'guest', action] = screens.find(([name]) => name === shot.name) ?? [];
  const page = await openPageAs(browser, site, { ...shot, path, user: sessions[role] });
  await waitUntilIdle(page);
  await loadPictures(page);
  await action?.(page);
  await page.waitForLoadState('networkidle');
  await loadPictures(page);
  return page;
}

async function takeFullPage(shot: Shot): Promise<void> {
  const page = await open(shot);
  // The bars that stick to the top of the screen.
  await page.evaluate(() => window.scrollTo(0, 0));
  const file = `${shot.name}-${shot.width}-${shot.theme}.png`;
  await page.screenshot({ path: resolve(folder, file), fullPage: true });
  await page.context().close();
}

async function takeCondition(shot: Shot, condition: Condition): Promise<void> {
  const [, path = '/', role = 'guest', action] = screens.find(([name]) => name === shot.name) ?? [];
  const page = await openPageAs(browser, site, { ...shot, path: '/about', user: sessions[role] });
  await page.waitForLoadState('networkidle');
  await openInCondition(page, { path, condition, asLink: role === 'guest' });
  await action?.(page);
  const file = `${shot.name}-${condition}-${shot.width}-${shot.theme}.png`;
  await page.screenshot({ path: resolve(folder, file), fullPage: true });
  await page.context().close();
}

/** Calls `take` for every look of a screen. */
async function inEveryLook(name: string, take: (shot: Shot) => Promise<void>): Promise<void> {
  for (const width of widths) for (const theme of themes) await take({ name, width, theme });
}

async function takeViewport(shot: Shot, heading?: string): Promise<void> {
  const page = await open(shot);
  if (heading)
    await page.getByRole('heading', { name: heading }).evaluate((element) => element.scrollIntoView());
  const picture = sharp(await page.screenshot());
  await picture.webp({ quality: webpQuality, effort: 6 }).toFile(resolve(readmeFolder, `${shot.name}.webp`));
  await page.context().close();
}

/** The database notifies the site of changes; until then the site shows its cached pages. */
async function waitUntilShown(db: Db, { posts }: SiteState): Promise<void> {
  const newest = await db
    .selectFrom('posts')
    .select('id')
    .where('status', '=', 'published')
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  for (;;) {
    const { results, count } = (await (await fetch(`${site.origin}/api/v1/posts/?page_size=1`)).json()) as {
      results: Array<{ id: number }>;
      count: number;
    };
    if (results[0]?.id === newest?.id && count === posts) return;
    await sleep(50);
  }
}

async function takeState(state: SiteState, db: Db): Promise<void> {
  const inState = articleStates.includes(state.name) ? [...stateScreens, articleScreen] : stateScreens;
  const wanted = inState.filter(([screen]) => `${screen}-${state.name}`.includes(filter));
  if (wanted.length === 0) return;
  await applySiteState(db, state);
  await waitUntilShown(db, state);
  for (const [screen, path] of wanted) await takeInAllWidths(`${screen}-${state.name}`, path);
}

async function takeInAllWidths(name: string, path: string): Promise<void> {
  for (const theme of themes) {
    const page = await openPageAs(browser, site, { path, theme });
    for (const width of stateWidths) {
      await page.setViewportSize({ width, height: 900 });
      await loadPictures(page);
      const file = `${name}-${width}-${theme}.png`;
      await page.screenshot({ path: resolve(folder, file), fullPage: true });
    }
    await page.context().close();
  }
}

/** The page of an article with a long discussion. */
async function takeDiscussion(db: Db): Promise<void> {
  const name = 'post-1000-comments';
  if (!name.includes(filter)) return;
  const state = siteStates.find(({ posts }) => posts === 1) as SiteState;
  await applySiteState(db, state);
  await addDiscussion(db, discussionLength);
  await waitUntilShown(db, state);
  // An address that no cache knows.
  await takeInAllWidths(name, `${articleScreen[1]}?v=${discussionLength}`);
}

async function takeStates(): Promise<void> {
  const config = loadConfig({ DATA_DIR: site.dataDir });
  const database = await openConfiguredDatabase(config, silentLog, { join: true, maxConnections: 1 });
  try {
    for (const state of siteStates) await takeState(state, database.db);
    await takeDiscussion(database.db);
  } finally {
    await database.close();
  }
}

const filter = process.argv[2] ?? '';
const isForReadme = filter === '--readme';
const chosen = isForReadme ? readmeFolder : folder;
mkdirSync(chosen, { recursive: true });
const site = await startDemoSite();
const browser = await launchBrowser();
let sessions: Awaited<ReturnType<typeof prepareContent>>;
try {
  sessions = await prepareContent(site, browser);
  if (isForReadme)
    for (const [name, width, theme, heading] of readmeShots)
      await takeViewport({ name, width, theme }, heading);
  else {
    for (const [name] of screens.filter(([name]) => name.includes(filter)))
      await inEveryLook(name, takeFullPage);
    for (const condition of conditions)
      for (const name of conditionScreens)
        if (`${name}-${condition}`.includes(filter))
          await inEveryLook(name, (shot) => takeCondition(shot, condition));
    await takeStates();
  }
  console.log(`the screenshots are in ${chosen}`);
} finally {
  await browser.close();
  await site.stop();
}
