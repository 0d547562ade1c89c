import type { Locator, Page } from 'playwright-core';

const maxTabs = 150;
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

const precedesFocus = (locator: Locator) =>
  locator.evaluate(
    (element) =>
      document.activeElement?.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_PRECEDING,
  );

/** Moves the focus with Tab and Shift+Tab, as somebody without a mouse does. */
export async function tabTo(page: Page, locator: Locator): Promise<void> {
  await locator.waitFor();
  for (let presses = 0; presses < maxTabs; presses += 1) {
    if (await isFocused(locator)) return;
    await page.keyboard.press((await precedesFocus(locator)) ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`${locator} is not reached by the Tab key`);
}

type Hand = {
  press: (page: Page, locator: Locator) => Promise<void>;
  write: (page: Page, locator: Locator, text: string) => Promise<void>;
};
/** How a person uses a page: with a mouse, or with the keyboard alone. */
export const hands: Record<'mouse' | 'keyboard', Hand> = {
  mouse: {
    press: (_page, locator) => locator.click(),
    write: async (page, locator, text) => {
      await locator.click();
      await page.keyboard.insertText(text);
    },
  },
  keyboard: {
    press: async (page, locator) => {
      await tabTo(page, locator);
      await page.keyboard.press('Enter');
    },
    write: async (page, locator, text) => {
      await tabTo(page, locator);
      await page.keyboard.insertText(text);
    },
  },
};
