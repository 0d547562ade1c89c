import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  await app.imports.importFolder('db/seeds/demo');
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const screens = [
  '/',
  '/posts',
  '/posts/posledniy-vagon',
  '/categories',
  '/categories/gorod',
  '/login',
  '/register',
  '/net-takoy',
  '/subscription/success',
  '/subscription/cancel',
  '/terms',
  '/feedback',
];
const widths = [390, 1280];

describe.each(widths.flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme }))))(
  'at $width px, $theme',
  ({ width, theme }) => {
    it.each(screens)('%s is accessible and does not scroll sideways', async (path) => {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme: theme,
        reducedMotion: 'reduce',
        locale: 'ru-RU',
      });
      const page = await context.newPage();
      await page.goto(app.origin + path, { waitUntil: 'load' });
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
      ).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      await context.close();
    });
  },
);
