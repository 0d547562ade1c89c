import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { axe } from '#tests/support/expect-accessible.ts';
import { openCheckout } from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let reader: TestUser;
let browser: Browser;
/** An API client on another origin. */
let client: Server;
let clientOrigin: string;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  reader = await app.createUser();
  browser = await openBrowser();
  client = createServer((_request, response) => response.end('client')).listen(0, 'localhost');
  await once(client, 'listening');
  clientOrigin = `http://localhost:${(client.address() as AddressInfo).port}`;
});
afterAll(async () => {
  client?.close();
  await browser?.close();
  await app?.stop();
});

const pageFor = async (url: string, colorScheme: 'light' | 'dark' = 'light') => {
  const context = await browser.newContext({
    colorScheme,
    locale: 'ru-RU',
    viewport: { width: 390, height: 800 },
  });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'load' });
  return page;
};

describe('the sandbox payment page', () => {
  it.each([
    ['light', 'rgb(31, 106, 58)'],
    ['dark', 'rgb(121, 199, 147)'],
  ] as const)('is accessible and uses the colours of the site, %s', async (colorScheme, success) => {
    const { checkout_url } = await openCheckout(app, reader);
    const page = await pageFor(checkout_url, colorScheme);
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const { violations } = await axe(page).withTags(tags).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    const background = await page.getByRole('button', { name: /Оплатить/ }).evaluate((button) => {
      return getComputedStyle(button).backgroundColor;
    });
    // Its Content-Security-Policy permits its own style.
    expect(background).toBe(success);
    await page.context().close();
  });

  it('accepts a payment by keyboard and redirects to a client on another origin', async () => {
    const success_url = `${clientOrigin}/done?session={CHECKOUT_SESSION_ID}`;
    const buyer = await app.createUser();
    const { checkout_url, session_id } = await openCheckout(app, buyer, { success_url });
    const page = await pageFor(checkout_url);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Оплатить');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${clientOrigin}/done?session=${session_id}`);
    await app.runJobs();
    expect((await app.call('getSubscriptionState', { as: buyer })).body.is_active).toBe(true);
    await page.context().close();
  });
});
