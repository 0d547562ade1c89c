import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { expectNoLayoutShift } from '#tests/support/expect-accessible.ts';
import { waitUntilIdle } from '#tests/support/idle.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { applySiteState, siteStates } from '../../scripts/site-states.ts';

let app: TestApp;
let browser: Browser;
let proxy: Server;
/** Where the HTML of the next page is interrupted: a part of its content, 0 to 1, or after the tag with this text. */
let interruptedAt: number | string = 0;
/** The first piece of the page, and the function that sends the rest. */
let interrupted = Promise.withResolvers<{ piece: string; sendRest: () => void }>();

beforeAll(async () => {
  app = await createTestApp({ withPages: true, env: { CACHE_MB: '0' } });
  await app.imports.importFrom('db/seeds/demo');
  proxy = createServer((incoming, outgoing) => void forward(incoming, outgoing)).listen(0, '127.0.0.1');
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  proxy?.close();
  await app?.stop();
});

/** Forwards a request to the site. A page comes in two pieces. */
async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { url, method, headers } = incoming;
  const sent = request(app.origin + url, { method, headers: { ...headers, 'accept-encoding': 'identity' } });
  const [received] = await new Promise<[IncomingMessage]>((resolve) =>
    incoming.pipe(sent).once('response', (...response) => resolve(response)),
  );
  outgoing.writeHead(received.statusCode ?? 502, received.headers);
  if (!received.headers['content-type']?.startsWith('text/html')) return void received.pipe(outgoing);
  const html = await buffer(received);
  const [start, end] = [html.indexOf('<main'), html.indexOf('</main>')];
  const at =
    typeof interruptedAt === 'string'
      ? html.indexOf('>', html.indexOf(interruptedAt, html.indexOf('<body'))) + 1
      : Math.round(start + (end - start) * interruptedAt);
  outgoing.write(html.subarray(0, at));
  interrupted.resolve({
    piece: html.subarray(0, at).toString(),
    sendRest: () => outgoing.end(html.subarray(at)),
  });
}

/** Until the browser has read an unfinished page and painted it, unless an element that is missing blocks the painting. */
const waitUntilShown = (page: Page, piece: string): Promise<void> =>
  page.evaluate(async (html) => {
    const countElements = (parsed: Document) => parsed.querySelectorAll('body :not(noscript *)').length;
    const sent = countElements(new DOMParser().parseFromString(html, 'text/html'));
    while (countElements(document) < sent) await new Promise((resolve) => setTimeout(resolve));
    const expected = [...document.querySelectorAll('link[rel=expect][blocking=render]')];
    if (expected.some((link) => !document.querySelector(link.getAttribute('href') ?? ''))) return;
    const nextFrame = () => new Promise(requestAnimationFrame);
    while (performance.getEntriesByType('paint').length === 0) await nextFrame();
    await nextFrame();
    await nextFrame();
  }, piece);

it.each([
  { path: '/', width: 1280, state: '3-posts-long-titles', parts: [0.2, 0.4, 0.6] },
  { path: '/', width: 1280, state: '25-posts-mixed-titles', parts: [0.1, 0.2, 0.4] },
  { path: '/posts', width: 1280, state: '25-posts-mixed-titles', parts: [0.2, 0.5] },
  { path: '/categories/gorod', width: 1280, state: '25-posts-mixed-titles', parts: [0.4, 0.7] },
  {
    path: '/posts/copy-0',
    width: 390,
    state: '1-post-no-picture',
    parts: [
      'Открыть поиск',
      'category-mark shrink-0 size-4',
      '</a></p><div class="metadata-list',
      'Копировать ссылку',
    ],
  },
])('$path with $state moves nothing while its HTML arrives', async ({ path, width, state: name, parts }) => {
  const state = siteStates.find((known) => known.name === name);
  if (!state) expect.unreachable(`no state ${name}`);
  await applySiteState(app.db, state);
  const { port } = proxy.address() as AddressInfo;
  for (const part of parts) {
    interruptedAt = part;
    interrupted = Promise.withResolvers();
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await page.route('**/*.woff2', (route) => route.abort());
    await page.goto(`http://127.0.0.1:${port}${path}`, { waitUntil: 'commit' });
    const { piece, sendRest } = await interrupted.promise;
    await waitUntilShown(page, piece);
    sendRest();
    await page.waitForLoadState('load');
    await waitUntilIdle(page);
    await expectNoLayoutShift(page);
    await page.close();
  }
});
