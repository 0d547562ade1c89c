import type { Browser, Page, Route } from 'playwright-core';
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

/**
 * For layout shifts: whether the fonts come before the first paint, and how much of the HTML, depends on the machine. What
 * moves while HTML arrives is the subject of `slow-html.e2e.test.ts`.
 */
export async function openPaintedOnce(
  browser: Browser,
  app: { origin: string },
  { path, ...look }: PageOptions,
): Promise<Page> {
  const page = await openPageAs(browser, app, { path: '/robots.txt', ...look });
  await page.route('**/*', (route) => {
    const type = route.request().resourceType();
    if (type === 'font') return route.abort();
    return type === 'document' ? paintOnce(route) : route.continue();
  });
  await page.goto(app.origin + path);
  await waitUntilIdle(page);
  return page;
}

async function paintOnce(route: Route): Promise<void> {
  const response = await route.fetch();
  const html = await response.text();
  const body = html
    .replace('<head>', '<head><link rel="expect" href="#end-of-page" blocking="render">')
    .replace('</body>', '<i id="end-of-page" hidden></i></body>');
  await route.fulfill({ response, body });
}
