import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { waitUntilIdle } from '#tests/support/idle.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const videoUrl = 'https://youtu.be/dQw4w9WgXcQ';
let app: TestApp;
let browser: Browser;
let path: string;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
  const { slug } = await app.createPost(await app.createUser(), {
    content: `Смотрите:\n\n${videoUrl}\n\nКонец.`,
  });
  path = `/posts/${slug}`;
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

it('sends no request before the click, and then only to the player', async () => {
  const page = await openPageAs(browser, app, { path: '/about' });
  const foreignRequests: string[] = [];
  const violations: string[] = [];
  page.on(
    'console',
    (message) => void (/Content Security/.test(message.text()) && violations.push(message.text())),
  );
  await page.route(
    ({ origin }) => origin !== app.origin,
    (route) => {
      foreignRequests.push(route.request().url());
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<p>Плеер</p>' });
    },
  );
  await page.goto(app.origin + path);
  await waitUntilIdle(page);
  await page.getByText(videoUrl).waitFor();
  expect(foreignRequests).toEqual([]);

  await page.getByRole('button', { name: 'Показать видео' }).click();
  await page.frameLocator('iframe').getByText('Плеер').waitFor();
  expect(foreignRequests).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ']);
  expect(violations).toEqual([]);
  await page.context().close();
});

it('is a plain link without scripts', async () => {
  const context = await browser.newContext({ locale: 'ru-RU', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(app.origin + path);
  expect(await page.getByRole('link', { name: 'Показать видео' }).getAttribute('href')).toBe(videoUrl);
  await context.close();
});
