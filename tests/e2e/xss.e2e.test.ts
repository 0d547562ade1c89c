import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '#server/platform/errors.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { xssPayloads } from '#tests/support/xss-payloads.ts';

/** Every payload in every place that accepts user text: none runs, and the CSP has nothing to block. */
const payloads = [...new Set(Object.values(xssPayloads).flat())];
const inOneLine = (payload: string): string => payload.replace(/\s+/g, ' ');
const batchSize = 125;
const postsPerPage = 18;

let app: TestApp;
let browser: Browser;
let page: Page;
let posts: Array<{ id: number; slug: string }>;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
  posts = await write();
  page = await openWatched();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** Creates an author for each payload, with the payload as name, post title, comment and part of a long post. */
async function write() {
  const authors = await insertAuthors();
  const long = [];
  for (let begin = 0; begin < payloads.length; begin += batchSize) {
    const batch = payloads.slice(begin, begin + batchSize);
    const content = batch.flatMap(asMarkdown).concat(batch).join('\n\n');
    const id = await insertPost({
      slug: `long-${begin}`,
      authorId: authors[begin] ?? 0,
      title: batch[0] ?? '',
      content,
    });
    await insertComments(id, batch, authors.slice(begin));
    const nested = await insertPost({
      slug: `nested-${begin}`,
      authorId: authors[begin] ?? 0,
      title: 'HTML',
      content: batch.map(inOneLine).flatMap(asHtml).join('\n\n'),
    });
    for (const one of [id, nested])
      long.push({ id: one, slug: (await app.call('getPost', { params: { slug: one } })).body.slug });
  }
  await Promise.all([0, 1].map((lane) => writeTitles(authors, lane)));
  return long;
}

async function writeTitles(authors: number[], lane: number): Promise<void> {
  for (let index = lane; index < payloads.length; index += 2) {
    const content = payloads[index] ?? '';
    await insertPost({ slug: `p-${index}`, authorId: authors[index] ?? 0, title: content.trim(), content });
  }
}

async function insertPost(post: {
  slug: string;
  authorId: number;
  title: string;
  content: string;
}): Promise<number> {
  const prepared = await prepare({ ...post, createdAt: new Date() });
  return app.db.transaction().execute((tx) => app.posts.insertImported(tx, prepared));
}

/** Waits while the machine is too busy to start the renderer. */
async function prepare(post: Parameters<TestApp['posts']['prepareImported']>[0]) {
  for (;;)
    try {
      return await app.posts.prepareImported(post);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error;
    }
}

const insertComments = (postId: number, contents: string[], authors: number[]) =>
  app.db.transaction().execute((tx) =>
    app.comments.insertImported(
      tx,
      postId,
      contents.map((content, index) => {
        return { parent: null, authorId: authors[index] ?? 0, content, createdAt: new Date() };
      }),
    ),
  );

async function insertAuthors(): Promise<number[]> {
  const rows = payloads.map((payload) => {
    const name = randomUUID();
    const [username_key, email_key] = [name, `${name}@example.com`];
    const keys = { username: name, username_key, email: email_key, email_key, password_hash: '' };
    return { ...keys, first_name: payload.slice(0, 150), last_name: payload.slice(0, 150) };
  });
  const inserted = await app.db.insertInto('accounts').values(rows).returning('id').execute();
  return inserted.map(({ id }) => id);
}

/** As alt text, caption, text and URL of a link, and in a standalone video URL. */
const asMarkdown = (payload: string) => [
  `![${payload}](/media/no.webp)`,
  `![x](/media/no.webp "${payload}")`,
  `[${payload}](/posts)`,
  `[x](<${payload}>)`,
  `[x](/posts "${payload}")`,
  `![x](<${payload}>)`,
  `https://youtu.be/dQw4w9WgXcQ${payload}`,
  `https://vk.com/video_ext.php?oid=1&id=1${payload.replaceAll('\n', '')}`,
];

/** In HTML in Markdown, in Markdown in HTML, in both in turn, and in attributes. */
const asHtml = (payload: string) => [
  `<div>${payload}</div>`,
  `<details><summary>${payload}</summary>\n\nx ${payload} **y ${payload}**\n\n</details>`,
  `> <div>\n>\n> - <kbd>x ${payload}</kbd>\n>   <p>${payload}\n>\n> </div>`,
  `| <u>x ${payload} |\n|-|\n| <a href="/">${payload} |`,
  `[x <mark>${payload}</mark>](/posts)`,
  `<a href="/posts" title="${payload}">x</a> <img src="/media/no.webp" alt='${payload}'>`,
  `<table><tr>${payload}<td>${payload}</table>`,
  // Some payloads hide the end of the table.
  '</table>',
];

async function openWatched(): Promise<Page> {
  const opened = await (await browser.newContext({ locale: 'ru-RU', reducedMotion: 'reduce' })).newPage();
  await opened.addInitScript(() => {
    const seen = { ran: 0, violations: [] as string[] };
    Object.assign(window, { seen, ran: () => (seen.ran += 1) });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      seen.violations.push([violatedDirective, blockedURI, sample].join(' ')),
    );
  });
  opened.on('dialog', (dialog) => void dialog.dismiss());
  return opened;
}

/** The expected state of a page with payloads: nothing ran, nothing was blocked, and no dangerous markup is present. */
const harmless = { ran: 0, violations: [], marked: [], frames: 0 };
const inspect = () =>
  page.evaluate(() => {
    // The site sets two custom properties: the tint of an avatar and the ratio of a picture.
    const isOwnStyle = ({ name, value }: Attr) =>
      name === 'style' && /^--(avatar-hue|ratio): ?[\d.]+;?$/.test(value);
    const isHandler = (attribute: Attr) =>
      /^(on.*|srcdoc|style)$/.test(attribute.name) && !isOwnStyle(attribute);
    const addresses = ['href', 'src', 'action', 'formaction', 'data', 'xlink:href'];
    const isDangerous = (element: Element) =>
      ['SCRIPT', 'STYLE', 'OBJECT', 'EMBED', 'BASE', 'META', 'IFRAME'].includes(element.tagName) ||
      [...element.attributes].some(isHandler) ||
      addresses.some((name) => {
        const value = element.getAttribute(name);
        return value !== null && !/^(https?|mailto):$/.test(new URL(value, location.href).protocol);
      });
    const text = [...document.querySelectorAll('.article, [id^="comment"], main article, main h1, main nav')];
    const marked = text
      .flatMap((part) => [...part.querySelectorAll('*')])
      .filter(isDangerous)
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
    const { seen } = window as unknown as { seen: { ran: number; violations: string[] } };
    return { ...seen, marked, frames: document.querySelectorAll('iframe').length };
  });
const waitForHydration = () => page.locator('time[title]').first().waitFor();

it('covers at least five hundred payloads', () => {
  expect(payloads.length).toBeGreaterThanOrEqual(500);
});

it('runs none in texts, captions, links, embeds, comments and names', async () => {
  for (const { slug } of posts) {
    await page.goto(`${app.origin}/posts/${slug}`);
    await waitForHydration();
    expect(await page.locator('.article *').count()).toBeGreaterThan(batchSize);
    expect(await inspect()).toEqual(harmless);
  }
});

it('runs none in titles, names and excerpts', async () => {
  const pages = Math.ceil((payloads.length + posts.length) / postsPerPage);
  for (let number = 1; number <= pages; number += 1) {
    await page.goto(`${app.origin}/posts?page=${number}`);
    await waitForHydration();
    expect(await inspect()).toEqual(harmless);
  }
});

it('runs none when rendered HTML is inserted into an open page', async () => {
  await page.goto(`${app.origin}/about`);
  const rendered = await app.db.selectFrom('posts').select('content_html').execute();
  const texts = rendered.map(({ content_html: html }) => html);
  await page.evaluate((all) => {
    const article = document.createElement('div');
    article.className = 'article';
    document.body.append(article);
    for (const html of all) article.insertAdjacentHTML('beforeend', html);
    // A second parser may read what the first has written in another way.
    for (const html of all) {
      const copy = document.createElement('div');
      copy.innerHTML = html;
      article.insertAdjacentHTML('beforeend', copy.innerHTML);
    }
    for (const element of article.querySelectorAll<HTMLElement>('*')) {
      for (const type of ['mouseover', 'focus', 'animationstart', 'toggle', 'error', 'load'])
        element.dispatchEvent(new Event(type));
      if (element instanceof HTMLAnchorElement) {
        element.addEventListener('click', (event) => event.preventDefault(), { once: true });
      }
    }
  }, texts);
  expect(await inspect()).toEqual(harmless);
});

it('detects a payload that runs', async () => {
  await page.goto(`${app.origin}/about`);
  await page.evaluate(() =>
    document.querySelector('h1')?.insertAdjacentHTML('beforeend', '<img src=x onerror=ran()>'),
  );
  await expect.poll(inspect).toMatchObject({
    violations: [expect.stringContaining('script-src-attr')],
    marked: [expect.stringContaining('onerror')],
  });
});
