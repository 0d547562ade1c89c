import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { TestApp, TestUser } from './test-app.ts';

/** The cookies of a session, as the site itself stores them. */
async function logIn(context: BrowserContext, app: TestApp, user: TestUser): Promise<void> {
  await context.addCookies([
    { name: 'access_token', value: user.access, url: app.origin },
    { name: 'refresh_token', value: user.refresh, url: app.origin },
  ]);
}

type Visit = { path: string; user?: TestUser | undefined; width?: number; theme?: 'light' | 'dark' };

/** A page of a browser of its own, at a path of the site, for a user or for a guest. */
export async function openAs(
  browser: Browser,
  app: TestApp,
  { path, user, width = 1280, theme = 'light' }: Visit,
): Promise<Page> {
  const context = await browser.newContext({
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width, height: 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  if (user) await logIn(context, app, user);
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(app.origin + path, { waitUntil: 'load' });
  return page;
}
