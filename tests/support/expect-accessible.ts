import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const narrow = { width: 390, height: 844 };

/**
 * What axe runs on a page. No page has frames of another origin, so axe runs inside the page (the legacy mode) instead of
 * sending all results through the browser to a second page, and only the violations are sent in full. No rule that is
 * on reads style sheets, so axe does not load them again.
 */
export const axe = (page: Page) =>
  new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: { assets: ['media'] } });

/** Checks a page with axe and for horizontal scrolling, also as a phone, and closes it. */
export async function expectAccessible(page: Page): Promise<void> {
  await checkAccessible(page);
  await page.context().close();
}

/** As `expectAccessible`, without closing the page. */
export async function checkAccessible(page: Page): Promise<void> {
  const { violations } = await axe(page)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.setViewportSize(narrow);
  await expect.poll(() => overflow(page)).toBe(0);
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

type LayoutShift = PerformanceEntry & {
  value: number;
  sources: Array<{ node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }>;
};

/** Checks that nothing on a page has moved since it was opened. */
export async function expectNoLayoutShift(page: Page): Promise<void> {
  const moved = page.evaluate(async () => {
    const moved: string[] = [];
    const describe = ({ left, top, width, height }: DOMRectReadOnly) =>
      `${width} × ${height} at ${left}, ${top}`;
    const add = (entries: PerformanceEntryList) => {
      for (const { startTime, value, sources } of entries as LayoutShift[]) {
        moved.push(`${value} after ${startTime} ms`);
        for (const { node, previousRect, currentRect } of sources) {
          const html = node instanceof Element ? node.outerHTML.slice(0, 200) : node?.textContent;
          moved.push(`${describe(previousRect)} to ${describe(currentRect)}: ${html}`);
        }
      }
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    // A frame reports its shifts when it has been painted.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    add(observer.takeRecords());
    return moved;
  });
  expect(await moved).toEqual([]);
}

const maxStops = 400;

/** Checks that the Tab key reaches every headline of a page and never stays at one place. */
export async function expectKeyboardReach(page: Page): Promise<void> {
  const headlines = await page.locator('main article').locator('h2 a, h3 a').evaluateAll(hrefs);
  const reached: string[] = [];
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press('Tab');
    const target = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.closest('footer, body:focus')
        ? null
        : (activeElement?.getAttribute('href') ?? '');
    });
    if (target === null) break;
    reached.push(target);
  }
  expect(reached.length).toBeLessThan(maxStops);
  expect(headlines.filter((href) => !reached.includes(href))).toEqual([]);
  // The sticky header covers a part of what it stands on.
  await page.evaluate(() => window.scrollTo(0, 0));
}

const hrefs = (links: Element[]) => links.map((link) => link.getAttribute('href') ?? '');
