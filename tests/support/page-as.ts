import type { Browser, Page } from 'playwright-core';
import type { TestApp, TestUser } from './test-app.ts';

const patienceMs = 15_000;

/** A page of a browser of its own, with the session of this user; without one, a guest's. */
export async function openPageAs(browser: Browser, app: TestApp, user: TestUser | null): Promise<Page> {
  const context = await browser.newContext({ locale: 'ru-RU', reducedMotion: 'reduce' });
  if (user)
    await context.addCookies([
      { name: 'access_token', value: user.access, url: app.origin },
      { name: 'refresh_token', value: user.refresh, url: app.origin },
    ]);
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  return page;
}
