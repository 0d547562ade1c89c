import type { Page, Request, Route } from 'playwright-core';
import { waitUntilIdle } from '../tests/support/idle.ts';

/** What a screen shows while its data is loading, and when it could not be loaded. */
export const conditions = ['loading', 'failed'] as const;
export type Condition = (typeof conditions)[number];

/** The session itself works in every condition. */
const sessionPath = /\/api\/v1\/auth\/(?!usage)/;
const apiPath = /\/api\/v1\//;

/**
 * Opens another page of the site without ever getting its data: by its address, or from the open page as a link does. By
 * address only private pages load their data in the browser.
 */
export async function openInCondition(
  page: Page,
  { path, condition, asLink }: { path: string; condition: Condition; asLink: boolean },
): Promise<void> {
  const respond = (route: Route) => {
    if (sessionPath.test(route.request().url())) return route.continue();
    if (condition === 'failed') return route.fulfill({ status: 500, json: {} });
  };
  await page.route('**/api/v1/**', respond);
  const requested = page.waitForRequest('**/api/v1/**');
  if (asLink)
    await page.evaluate((target) => {
      history.pushState(null, '', target);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  else await page.goto(new URL(path, page.url()).href, { waitUntil: 'load' });
  await requested;
  const isHeld = (request: Request) =>
    condition === 'loading' && apiPath.test(request.url()) && !sessionPath.test(request.url());
  await waitUntilIdle(page, (request) => !isHeld(request));
}
