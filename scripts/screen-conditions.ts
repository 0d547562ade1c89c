import type { Page, Route } from 'playwright-core';

/** What a screen shows while its data is loading, and when it could not be loaded. */
export const conditions = ['loading', 'failed'] as const;
export type Condition = (typeof conditions)[number];

/** The session itself works in every condition. */
const sessionPath = /\/api\/v1\/auth\/(?!usage)/;
const quietMs = 400;

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
  await waitUntilQuiet(page);
}

/** Until the content of the document has stopped changing; a request without a response does not count. */
export const waitUntilQuiet = (page: Page): Promise<void> =>
  page.evaluate(
    (quiet) =>
      new Promise<void>((done) => {
        let timer = setTimeout(done, quiet);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, quiet);
        });
        observer.observe(document, { subtree: true, childList: true, characterData: true });
      }),
    quietMs,
  );
