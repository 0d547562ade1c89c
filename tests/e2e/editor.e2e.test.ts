import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TiptapEditorHTMLElement } from '@tiptap/core';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { axe } from '#tests/support/expect-accessible.ts';
import { serveHarness } from './editor-harness/serve.ts';

declare global {
  interface Window {
    /** Runs the callbacks of one frame, after `holdFrames`. */
    runFrame: () => void;
  }
}

let folder: string;
let site: Awaited<ReturnType<typeof serveHarness>>;
let browser: Browser;
let page: Page;
/** Requests to other hosts, and errors of the page. */
const foreignRequests: string[] = [];
const failures: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'news-site-editor-'));
  site = await serveHarness(folder);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  foreignRequests.length = 0;
  failures.length = 0;
  const context = await browser.newContext({
    locale: 'ru-RU',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  });
  page = await context.newPage();
  page.on('request', (request) => {
    if (!request.url().startsWith(site.origin) && !request.url().startsWith('data:'))
      foreignRequests.push(request.url());
  });
  page.on('pageerror', ({ stack, message }) => failures.push(stack ?? message));
  page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
  page.on('dialog', (dialog) => {
    failures.push(dialog.message());
    void dialog.dismiss();
  });
});
afterEach(async () => {
  await page.context().close();
  expect(foreignRequests).toEqual([]);
  expect(failures).toEqual([]);
});

const text = () => page.getByRole('textbox', { name: 'Текст статьи', exact: true });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const markdown = () => page.evaluate(() => window.markdown);

async function open(value = ''): Promise<void> {
  await page.goto(`${site.origin}/#${encodeURIComponent(value)}`);
  await text().waitFor();
}

/** The browser reports a moved cursor in the next frame. */
const nextFrame = () =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Frames of the page come by `runFrame` only. */
function holdFrames(): void {
  let waiting: FrameRequestCallback[] = [];
  window.requestAnimationFrame = (callback) => waiting.push(callback);
  window.runFrame = () => {
    const callbacks = waiting;
    waiting = [];
    for (const callback of callbacks) callback(performance.now());
  };
}

/** Asks for a video below «Первый.»; returns the field of its address. */
async function openVideoDialog(): Promise<Locator> {
  await open('Первый.');
  await text().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/вид');
  await page.keyboard.press('Enter');
  return page.getByRole('textbox', { name: 'Адрес' });
}

/** Passes the two buttons below the text by Tab. */
async function leaveEditor(): Promise<void> {
  for (const name of [/^Исходный текст/, /^Клавиши и разметка/]) {
    await expect
      .poll(() => button(name).evaluate((element) => element === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Tab');
  }
}

/** Dispatches a paste or a drop with the given data. */
async function dispatchTransfer(
  kind: 'paste' | 'drop',
  data: { html?: string; plain?: string; files?: string[] },
): Promise<void> {
  await text().evaluate(
    (element, { kind, html, plain, files }) => {
      const transfer = new DataTransfer();
      if (html) transfer.setData('text/html', html);
      if (plain) transfer.setData('text/plain', plain);
      for (const name of files ?? []) transfer.items.add(new File(['x'], name, { type: 'image/png' }));
      const { left, bottom } = element.getBoundingClientRect();
      const position = { clientX: left + 30, clientY: bottom - 5, bubbles: true, cancelable: true };
      element.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true })
          : new DragEvent('drop', { dataTransfer: transfer, ...position }),
      );
    },
    { kind, ...data },
  );
}

const settle = (name: string, url: string | null) =>
  page.evaluate(([key, address]) => window.uploads.get(key as string)?.settle(address as string | null), [
    name,
    url,
  ] as const);

describe('the editor', () => {
  it('writes Markdown for typed syntax and for shortcuts', async () => {
    await open();
    await text().click();
    await page.keyboard.type('## Мост');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Текст **жирный** и ');
    await page.keyboard.press('Control+i');
    await page.keyboard.type('курсив');
    await page.keyboard.press('Control+i');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- раз');
    await page.keyboard.press('Enter');
    await page.keyboard.type('два');
    await page.keyboard.press('Control+]');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('> цитата');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('``` ');
    await page.keyboard.type('x = 1');
    await expect
      .poll(markdown)
      .toBe('## Мост\n\nТекст **жирный** и *курсив*\n\n- раз\n  - два\n\n> цитата\n\n```\nx = 1\n```');
    await page.keyboard.press('Control+z');
    await expect.poll(markdown).not.toContain('x = 1');
  });

  it.each([
    'Площадь 2 * 3 * 4 = 24 и дальше',
    'Удалите *.tmp и *.log, а потом *.bak',
    'Метод __init__ класса, _второй_файл и _x_ тут',
    'Путь ~/a и ~/b, ~~ 50 ~~ рублей',
  ])('keeps the signs of «%s», typed and pasted', async (line) => {
    await open('');
    await text().click();
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
    await dispatchTransfer('paste', { plain: `${line}, \`код\`, **да**` });
    await expect
      .poll(() => text().locator('p').allTextContents())
      .toEqual([line, `${line}, \`код\`, **да**`]);
    expect(await text().locator('strong, em, s, code').count()).toBe(0);
    const written = await markdown();
    await open(written);
    expect(await text().locator('p').allTextContents()).toEqual([line, `${line}, \`код\`, **да**`]);
  });

  it('keeps untouched source unchanged through editing and undo', async () => {
    const source =
      '# Тема\nСтрока *раз*\nстрока __два__\n\n*   пункт\n*   ещё\n\nСноска[^1].\n\n[^1]: Что.\n';
    await open(source);
    await text().getByText('пункт').click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await expect.poll(markdown).toBe(source.replace('*   пункт\n*   ещё', '* пункт!\n* ещё'));
    await page.keyboard.press('Control+z');
    await expect.poll(markdown).toBe(source);
  });

  it('has a toolbar for the keyboard and does not trap Tab', async () => {
    await open('Слово');
    await text().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=toolbar]') !== null))
      .toBe(true);
    for (const name of [/^Вставить/, /^Жирный/]) {
      await page.keyboard.press('ArrowRight');
      await expect
        .poll(() => button(name).evaluate((element) => element === document.activeElement))
        .toBe(true);
    }
    await page.keyboard.press('Enter');
    await expect.poll(markdown).toBe('**Слово**');
    await expect.poll(() => button(/^Жирный/).getAttribute('aria-pressed')).toBe('true');
    await text().press('Tab');
    await leaveEditor();
    await expect
      .poll(() => button('Дальше').evaluate((element) => element === document.activeElement))
      .toBe(true);
  });

  it('moves through table cells by Tab, adds a row at the end and leaves the table from an empty row', async () => {
    await open('| а | б |\n| --- | --- |\n| 1 | 2 |');
    await text().focus();
    // The editor learns of a moved cursor later than the browser.
    await expect
      .poll(async () => {
        await page.keyboard.press('Control+Home');
        return text().evaluate(
          (box: TiptapEditorHTMLElement) => box.editor?.state.selection.$from.parent.textContent,
        );
      })
      .toBe('а');
    const steps = ['Tab', 'Tab', 'Tab', 'два', 'Shift+Tab', 'один', 'Tab', 'Tab', 'три', 'Tab', 'Tab'];
    for (const step of steps)
      await (/[а-я]/.test(step) ? page.keyboard.type(step) : page.keyboard.press(step));
    await expect
      .poll(async () => (await markdown()).split('\n').slice(2))
      .toEqual(['| один | два |', '| три | |', '| | |']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await leaveEditor();
    await expect
      .poll(() => button('Дальше').evaluate((element) => element === document.activeElement))
      .toBe(true);
  });

  it('shows its tools beside selected text and inside the window', async () => {
    await open('Первое слово\n\nПоследнее');
    const toolbar = page.getByRole('toolbar', { name: 'Оформление текста' });
    await text().click();
    expect(await toolbar.count()).toBe(0);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+End');
    await toolbar.waitFor();
    const tools = await page.locator('.editor-tools').boundingBox();
    expect([tools && tools.x >= 0, tools && tools.y >= 0, tools && tools.x + tools.width <= 1280]).toEqual([
      true,
      true,
      true,
    ]);
    await button(/^Жирный/).click();
    await expect.poll(markdown).toContain('**');
    await button('Дальше').focus();
    await toolbar.waitFor({ state: 'hidden' });
  });

  it('inserts elements by typing / on an empty line', async () => {
    await open();
    await text().click();
    const menu = page.getByRole('listbox', { name: 'Вставить' });
    const active = () =>
      text().evaluate(
        (element) =>
          document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null,
      );
    await page.keyboard.type('/');
    await menu.waitFor();
    expect(await active()).toBe('Заголовок');
    await page.keyboard.press('ArrowUp');
    await expect.poll(active).toBe('Линия');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(active).toBe('Подзаголовок');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Тема');
    await expect.poll(markdown).toBe('### Тема');

    await page.keyboard.press('Enter');
    await page.keyboard.type('/');
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await page.keyboard.type('или');
    expect(await menu.count()).toBe(0);
    await expect.poll(markdown).toBe('### Тема\n\n/или');

    await page.keyboard.press('Enter');
    await page.keyboard.type('/цит');
    expect(await menu.getByRole('option').allTextContents()).toEqual(['Цитата']);
    await menu.getByRole('option').click();
    await page.keyboard.type('слово');
    await expect.poll(markdown).toBe('### Тема\n\n/или\n\n> слово');
    await text().press('Control+z');
    await expect.poll(markdown).not.toContain('> слово');
  });

  it('inserts videos of known services and footnotes', async () => {
    const address = await openVideoDialog();
    await address.fill('https://example.com/video');
    await address.press('Enter');
    await page.getByText('По этому адресу видео вставить нельзя.').waitFor();
    await address.fill('https://rutube.ru/video/0123456789abcdef/');
    await address.press('Enter');
    await address.waitFor({ state: 'hidden' });
    await expect.poll(markdown).toBe('Первый.\n\nhttps://rutube.ru/video/0123456789abcdef/');

    await text()
      .getByText('Первый.')
      .click({ position: { x: 5, y: 5 } });
    // The card is not selected any more.
    await button('Удалить').waitFor({ state: 'hidden' });
    await page.keyboard.press('End');
    await nextFrame();
    await page.keyboard.press('Alt+F10');
    await button(/^Вставить/).click();
    await page.getByRole('menuitem', { name: 'Сноска' }).click();
    await expect.poll(markdown).toContain('[^1]: Текст сноски 1');
    await expect.poll(() => text().evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('Что.');
    await expect
      .poll(markdown)
      .toBe('Первый.[^1]\n\nhttps://rutube.ru/video/0123456789abcdef/\n\n[^1]: Что.');
    expect(await text().locator('p > sup').textContent()).toBe('1');
    expect(await text().locator('[data-footnote="1"]').textContent()).toBe('Что.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('После.');
    await expect.poll(markdown).toContain('[^1]: Что.\n\nПосле.');
  });

  it('leaves the cursor where one clicks while a dialog closes', async () => {
    const address = await openVideoDialog();
    await address.fill('https://rutube.ru/video/0123456789abcdef/');
    await page.evaluate(holdFrames);
    await address.press('Enter');
    await address.waitFor({ state: 'hidden' });
    await page.evaluate(() => window.runFrame());
    await text()
      .getByText('Первый.')
      .click({ position: { x: 5, y: 5 } });
    for (let frame = 0; frame < 3; frame++) await page.evaluate(() => window.runFrame());
    await button('Удалить').waitFor({ state: 'hidden' });
    await page.keyboard.press('Home');
    await page.keyboard.type('Самый ');
    await expect.poll(markdown).toBe('Самый Первый.\n\nhttps://rutube.ru/video/0123456789abcdef/');
  });

  it('counts words while the source is edited', async () => {
    await open('Один два');
    await page
      .getByText(/2\s*слова · 8\s*знаков/)
      .first()
      .waitFor();
    await button(/Исходный текст/).click();
    const source = page.getByRole('textbox', { name: 'исходный текст' });
    await source.fill('Один два три');
    await page
      .getByText(/3\s*слова · 12\s*знаков/)
      .first()
      .waitFor();
  });

  it('asks for a link in a dialog and refuses dangerous ones', async () => {
    await open('Слово');
    await text().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+k');
    const address = page.getByRole('textbox', { name: 'Адрес' });
    await address.fill('javascript:alert(1)');
    await address.press('Enter');
    await page.getByText('Укажите адрес сайта').waitFor();
    await address.fill('example.ru');
    await address.press('Enter');
    await address.waitFor({ state: 'hidden' });
    await expect.poll(markdown).toBe('[Слово](https://example.ru)');
  });

  it('sanitises pasted HTML and runs none of it', async () => {
    await open();
    await text().click();
    await dispatchTransfer('paste', {
      html: '<p onclick="alert(1)"><b>Жирный</b> <a href="javascript:alert(2)">текст</a><img src="https://example.com/x.png" alt="вид" onerror="alert(3)"><script>alert(4)</script></p>',
    });
    await expect.poll(markdown).toBe('**Жирный** текст\n\n![вид](https://example.com/x.png)');
    await page.keyboard.press('Enter');
    await dispatchTransfer('paste', { plain: 'https://rutube.ru/video/0123456789abcdef/' });
    await text().getByText('RuTube:').waitFor();
    await expect.poll(markdown).toContain('\n\nhttps://rutube.ru/video/0123456789abcdef/');
  });

  it('shows hostile Markdown as text and loads nothing from other sites', async () => {
    const hostile =
      '[a](javascript:alert(1))\n\n<img src=x onerror=alert(1)>\n\n![b](https://example.com/x.png)\n\n![c](data:image/svg+xml,x)\n\n<script>alert(1)</script>';
    await open(hostile);
    await text().getByText('Картинка с другого сайта').first().waitFor();
    expect(await text().locator('script, a[href^="javascript"], img').count()).toBe(0);
    await expect.poll(markdown).toBe(hostile);
  });

  it('uploads several dropped images, with cancel and retry', async () => {
    await open('Начало');
    await dispatchTransfer('drop', { files: ['a.png', 'b.png', 'c.png'] });
    await page.evaluate(() => window.uploads.get('a.png')?.progress(0.5));
    await page.getByText('a.png: загружается, 50%').waitFor();
    await page.getByText('c.png: ждёт очереди').waitFor();
    await button('Отменить загрузку: c.png').click();
    await settle('b.png', '/media/b.webp');
    await settle('a.png', null);
    await page.getByRole('alert').getByText('Нет связи').waitFor();
    await button('Повторить: a.png').click();
    await settle('a.png', '/media/a.webp');
    await text().locator('figure').nth(1).waitFor();
    await expect.poll(markdown).toBe('Начало\n\n![](/media/a.webp)\n![](/media/b.webp)');

    await text().locator('figure').first().click();
    await button('Описание и подпись').click();
    await page.getByRole('textbox', { name: 'Что на картинке' }).fill('Мост');
    await page.getByRole('textbox', { name: 'Подпись' }).fill('Мост ночью');
    await button('Готово').click();
    await expect.poll(markdown).toContain('![Мост](/media/a.webp "Мост ночью")');

    await dispatchTransfer('paste', { files: ['d.png'] });
    await settle('d.png', '/media/d.webp');
    await expect.poll(markdown).toContain('![](/media/d.webp)');
  });

  it('brings the pictures of pasted text along, and says which have not come', async () => {
    const [mountain, sea] = ['https://example.com/mountain.jpg', 'https://example.com/sea.jpg'];
    const settled = async (name: string, url: string | null) => {
      await expect.poll(() => page.evaluate((key) => window.uploads.has(key), name)).toBe(true);
      await settle(name, url);
    };
    await open();
    await text().click();
    await dispatchTransfer('paste', {
      html: `<p>Раз</p><img src="${mountain}" alt="Гора"><p>Два</p><img src="${sea}"><img src="file:///C:/x.png">`,
    });
    await page.getByText('Картинки переносятся: 0 из 2').waitFor();
    await page.keyboard.type('Три');
    await settled(mountain, '/media/mountain.webp');
    await settled(sea, null);
    await page.getByRole('alert').getByText('2\u00a0картинки не перенеслись. Нет связи.').waitFor();
    await expect.poll(markdown).toBe(`Раз\n\n![Гора](/media/mountain.webp)\n\nДва\n\n![](${sea})\n\nТри`);
    await page.evaluate((key) => window.uploads.delete(key), sea);
    await button('Повторить').click();
    await settled(sea, '/media/sea.webp');
    await expect.poll(markdown).toContain('Два\n\n![](/media/sea.webp)');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('keeps text typed during uploads, and the images', async () => {
    await open();
    await text().click();
    await page.keyboard.type('Начало');
    await page.keyboard.press('Enter');
    const files = ['a.png', 'b.png', 'c.png'].map((name) => ({
      name,
      mimeType: 'image/png',
      buffer: Buffer.from('x'),
    }));
    await page.locator('input[type=file]').setInputFiles(files);
    await settle('b.png', '/media/b.webp');
    await text().locator('figure').waitFor();
    await page.keyboard.type('Дальше');
    await page.keyboard.press('Enter');
    await page.keyboard.type('и дальше');
    await page.getByText('c.png: загружается').waitFor();
    await settle('c.png', '/media/c.webp');
    await settle('a.png', '/media/a.webp');
    await text().locator('figure').nth(2).waitFor();
    const pictures = ['a', 'b', 'c'].map((name) => `![](/media/${name}.webp)`).join('\n');
    await expect.poll(markdown).toBe(`Начало\n\n${pictures}\n\nДальше\n\nи дальше`);
  });

  it('switches to the source, and undoes a table edited in it', async () => {
    await open('Один\n\nДва');
    await button('Исходный текст (Markdown)').click();
    const source = page.getByRole('textbox', { name: 'исходный текст' });
    expect(await source.inputValue()).toBe('Один\n\nДва');
    await source.fill('Один\n\n| а | б |\n|---|---|\n| 1 | 2 |');
    await button('Исходный текст (Markdown)').click();
    await text().locator('table').waitFor();
    await expect.poll(markdown).toBe('Один\n\n| а | б |\n|---|---|\n| 1 | 2 |');
    await text().getByText('1', { exact: true }).click();
    await page.keyboard.type('0');
    // By now the editor has processed the click.
    await expect.poll(markdown).toContain('| 10 | 2 |');
    await page.keyboard.press('Enter');
    await page.keyboard.type('3');
    await expect.poll(markdown).toContain('| 10 | 2 |\n| 3 | |');
    await button('Столбец справа').click();
    await expect.poll(markdown).toContain('| 10 | | 2 |\n| 3 | | |');
    await button('Удалить строку').click();
    await expect.poll(markdown).not.toContain('| 3 |');
    for (let step = 0; step < 6; step += 1) await text().press('Control+z');
    await expect.poll(markdown).toBe('Один\n\nДва');
  });

  it('accepts a new value from outside', async () => {
    await open('Старый');
    await page.evaluate(() => window.setMarkdown('## Новый\n\nтекст'));
    await text().getByText('Новый').waitFor();
    await expect.poll(markdown).toBe('## Новый\n\nтекст');
  });
});

it('does not treat a late echo of its own value as a new one', async () => {
  await open('');
  await text().click();
  await page.evaluate(() => {
    window.echoDelayMs = 150;
  });
  await page.keyboard.type('Без потерь, сколько бы букв ни было', { delay: 20 });
  await expect.poll(markdown).toBe('Без потерь, сколько бы букв ни было');
  expect(await text().textContent()).toBe('Без потерь, сколько бы букв ни было');
});

describe.each([
  { width: 390, theme: 'light' },
  { width: 1280, theme: 'dark' },
] as const)('at $width px, $theme', ({ width, theme }) => {
  it('is accessible, including its dialogs', async () => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await open(
      '## Тема\n\nТекст `код`\n\n- [x] дело\n\n| а |\n|---|\n| б |\n\n```js\nconst x = 1; // нет\n```\n\n![](/media/a.webp)\n\n[^1]: Что.\n\nhttps://t.me/durov/43',
    );
    const check = async () => {
      const { violations } = await axe(page)
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
    };
    await text().locator('.hljs-keyword').waitFor();
    expect(await check()).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0);
    await button(/^Клавиши и разметка/).click();
    await page.getByRole('dialog').waitFor();
    expect(await check()).toEqual([]);
  });
});

it('starts on a busy page, where rendering is deferred again and again', async () => {
  await page.addInitScript((delayMs) => {
    // React's scheduler reads the clock to decide whether to yield, and continues by a message to itself.
    const now = performance.now.bind(performance);
    let lateMs = 0;
    performance.now = () => {
      lateMs += 10;
      return now() + lateMs;
    };
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      setTimeout(() => post.call(this, message), delayMs);
    };
  }, 30);
  await open('Первый абзац.');
  await text().getByText('Первый абзац.').waitFor();
  await text().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' Второй.');
  await expect.poll(markdown).toBe('Первый абзац. Второй.');
});
