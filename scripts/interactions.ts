import type { Browser, Page } from 'playwright-core';

/** The phone of Lighthouse: its screen, its processor slowed down four times, and its network. */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const cpuSlowdown = 4;
const network = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const tapsWhileLoading = 12;
const pauseMs = 250;

/** Runs in the page: keeps the longest time from an interaction to the next paint (web.dev, "Interaction to Next Paint"). */
const observe = `
  window.longestInteractionMs = 0;
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) window.longestInteractionMs = Math.max(window.longestInteractionMs, duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

/** The longest interaction in milliseconds, of taps from the first paint on and of some use of the page after that. */
export async function interactionToNextPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ ...phone, locale: 'ru-RU' });
  await context.addInitScript(observe);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  try {
    await page.goto(url, { waitUntil: 'commit' });
    const menu = page.getByRole('button', { name: /^(Открыть|Закрыть) меню$/ });
    await menu.waitFor();
    for (let tap = 0; tap < tapsWhileLoading; tap += 1) {
      await menu.tap();
      await page.waitForTimeout(pauseMs);
    }
    await interact(page);
    return await page.evaluate('window.longestInteractionMs');
  } finally {
    await context.close();
  }
}

async function interact(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.getByRole('radio', { name: 'Тёмная' }).tap();
  await page.getByRole('button', { name: 'Открыть поиск' }).tap();
  await page
    .getByRole('banner')
    .getByRole('combobox')
    .pressSequentially('трамвай', { delay: pauseMs / 2 });
  await page.waitForTimeout(pauseMs);
}
