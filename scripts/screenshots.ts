import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../tests/support/browser.ts';
import { openAs, type Session } from '../tests/support/logged-in.ts';
import { type DemoSite, startDemoSite } from './demo-site.ts';

/**
 * Takes a picture of every screen, as a phone and as a desktop, light and dark, of a demo site of its own.
 * `npm run screenshots -- [WORD]` takes those whose name holds the word. They go into `screenshots/`.
 */
const folder = resolve(import.meta.dirname, '../screenshots');
const widths = [390, 1280];
const themes = ['light', 'dark'] as const;

type Role = 'guest' | 'author' | 'staff';
const screens: Array<[name: string, path: string, role?: Role]> = [
  ['home', '/'],
  ['home-user', '/', 'author'],
  ['posts', '/posts'],
  ['posts-search', '/posts?search=ночь'],
  ['post', '/posts/posledniy-vagon'],
  ['categories', '/categories'],
  ['category', '/categories/gorod'],
  ['author', '/users/obolentseva'],
  ['login', '/login'],
  ['register', '/register'],
  ['password-reset', '/password-reset'],
  ['verify-email', '/verify-email'],
  ['not-found', '/net-takoy'],
  ['about', '/about'],
  ['rules', '/rules'],
  ['privacy', '/privacy'],
  ['terms', '/terms'],
  ['feedback', '/feedback'],
  ['payment-success', '/subscription/success', 'author'],
  ['payment-cancel', '/subscription/cancel', 'author'],
  ['profile', '/profile', 'author'],
  ['change-password', '/change-password', 'author'],
  ['post-create', '/posts/create', 'author'],
  ['post-own', '/posts/vechernyaya-gazeta', 'author'],
  ['post-edit', '/posts/vechernyaya-gazeta/edit', 'author'],
  ['my-posts', '/posts/my', 'author'],
  ['my-comments', '/comments/my', 'author'],
  ['subscription', '/subscription', 'author'],
  ['staff', '/staff', 'staff'],
  ['staff-posts', '/staff/posts', 'staff'],
  ['staff-comments', '/staff/comments', 'staff'],
  ['staff-categories', '/staff/categories', 'staff'],
];

const text = 'Тираж печатают к шести, и к семи он уже лежит на лавках у трамвайных остановок. '.repeat(4);

async function call(site: DemoSite, path: string, body: object, session?: Session): Promise<unknown> {
  const answer = await fetch(`${site.origin}/api/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(session && { authorization: `Bearer ${session.access}` }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** The sessions of the demo accounts; the author has written, commented and subscribed. */
async function prepare(site: DemoSite, browser: Browser): Promise<Record<Role, Session | undefined>> {
  const logIn = (wanted: Role) => {
    const account = site.accounts.find(({ role }) => role === wanted);
    return call(site, 'auth/login/', {
      email: account?.email,
      password: account?.password,
    }) as Promise<Session>;
  };
  const author = await logIn('author');
  const staff = await logIn('staff');
  const write = (post: object) =>
    call(site, 'posts/', { content: text, ...post }, author) as Promise<{ id: number }>;
  const { id: post } = await write({ title: 'Вечерняя газета', status: 'published' });
  await write({ title: 'О чём молчит редактор', status: 'draft' });
  await call(site, 'comments/', { post, content: 'Спасибо наборщикам!' }, author);
  await subscribe(site, browser, author);
  await call(site, 'subscribe/pin-post/', { post_id: post }, author);
  return { guest: undefined, author, staff };
}

async function subscribe(site: DemoSite, browser: Browser, user: Session): Promise<void> {
  const page = await openAs(browser, site, { path: '/subscription', user });
  await page
    .getByRole('button', { name: /^Выбрать план/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Оплатить/ }).click();
  await page.getByRole('heading', { name: 'Оплата успешна!' }).waitFor();
  await page.context().close();
}

/** Pictures further down are loaded when they come near. */
async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 600) await page.evaluate((y) => scrollTo(0, y), top);
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForLoadState('networkidle');
}

const word = process.argv[2] ?? '';
mkdirSync(folder, { recursive: true });
const site = await startDemoSite();
const browser = await launchBrowser();
try {
  const sessions = await prepare(site, browser);
  for (const [name, path, role = 'guest'] of screens.filter(([name]) => name.includes(word)))
    for (const width of widths)
      for (const theme of themes) {
        const page = await openAs(browser, site, { path, width, theme, user: sessions[role] });
        await page.waitForLoadState('networkidle');
        await scrollThrough(page);
        await page.screenshot({ path: resolve(folder, `${name}-${width}-${theme}.png`), fullPage: true });
        await page.context().close();
      }
  console.log(`the pictures are in ${folder}`);
} finally {
  await browser.close();
  await site.stop();
}
