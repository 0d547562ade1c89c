import type { Browser, Page } from 'playwright-core';
import { waitUntilIdle } from './idle.ts';

/** The tokens of a logged-in user. */
export type Session = { access: string; refresh: string };
type PageOptions = {
  path: string;
  user?: Session | null | undefined;
  width?: number;
  theme?: 'light' | 'dark';
  /** Views by the browser of the tests itself, which calls itself headless, do not count. */
  userAgent?: string;
};

/** Opens a path of the site in a new browser context, as a user or a guest. */
export async function openPageAs(
  browser: Browser,
  { origin }: { origin: string },
  { path, user, width = 1280, theme = 'light', userAgent }: PageOptions,
): Promise<Page> {
  const context = await browser.newContext({
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width, height: 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    ...(userAgent && { userAgent }),
  });
  // The cookies that the site itself sets.
  if (user)
    await context.addCookies([
      { name: 'access_token', value: user.access, url: origin },
      { name: 'refresh_token', value: user.refresh, url: origin },
    ]);
  const page = await context.newPage();
  await page.goto(origin + path, { waitUntil: 'load' });
  return page;
}

/** For layout shifts: whether the fonts come before the first paint depends on the machine. */
export async function openWithoutFonts(
  browser: Browser,
  app: { origin: string },
  { path, ...look }: PageOptions,
): Promise<Page> {
  const page = await openPageAs(browser, app, { path: '/robots.txt', ...look });
  await page.route('**/*.woff2', (route) => route.abort());
  await page.goto(app.origin + path);
  await waitUntilIdle(page);
  return page;
}
