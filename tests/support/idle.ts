import { EventEmitter, once } from 'node:events';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { waitLimitMs } from './hang-limit.ts';

/** The requests of a page. `changed` is emitted with each that begins or ends. */
type Traffic = { open: Set<Request>; begun: number; events: EventEmitter<{ changed: [] }> };

const trafficOf = new WeakMap<Page, Traffic>();

/** Counts the requests of the pages of a context, for `waitUntilIdle`. */
export function countRequests(context: BrowserContext): void {
  context.on('page', (page) => {
    const traffic: Traffic = { open: new Set(), begun: 0, events: new EventEmitter() };
    trafficOf.set(page, traffic);
    const end = (request: Request) => {
      traffic.open.delete(request);
      traffic.events.emit('changed');
    };
    page.on('requestfinished', end).on('requestfailed', end);
    page.on('request', (request) => {
      // Requests of the page that is being left may never report their end.
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) traffic.open.clear();
      traffic.open.add(request);
      traffic.begun += 1;
      traffic.events.emit('changed');
    });
  });
}

export const hasOpenRequests = (page: Page): boolean => (trafficOf.get(page)?.open.size ?? 0) > 0;

/** Until React has taken over the page and the page has nothing to do. */
async function idle(): Promise<void> {
  const next = () => new Promise((resolve) => requestIdleCallback(resolve));
  const isAlive = () =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'));
  while (!isAlive()) await next();
  // Effects of a paint run after it.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await next();
  await next();
}

/**
 * Waits until a page of the site is hydrated and neither its scripts nor its requests are at work. Requests for which
 * `isAwaited` is false, such as those that a test holds, do not count.
 */
export async function waitUntilIdle(
  page: Page,
  isAwaited: (request: Request) => boolean = () => true,
): Promise<void> {
  const traffic = trafficOf.get(page);
  if (!traffic) throw new Error('The context of this page was not made by launchBrowser');
  for (;;) {
    while ([...traffic.open].some(isAwaited))
      await withinLimit(once(traffic.events, 'changed'), page, traffic);
    const { begun } = traffic;
    const isDone = await withinLimit(page.evaluate(idle), page, traffic).then(
      () => true,
      (error: unknown) => {
        // Another page has come meanwhile.
        if (traffic.begun === begun) throw error;
        return false;
      },
    );
    if (isDone && traffic.begun === begun) return;
  }
}

/** The result of `work`, which waits for the page; a wait that hangs fails with the open requests. */
async function withinLimit<Result>(work: Promise<Result>, page: Page, { open }: Traffic): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const requests = [...open].map((request) => `${request.method()} ${request.url()}`);
    reject(new Error(`${page.url()} is not idle; its open requests: ${requests.join(', ') || 'none'}`));
  }, waitLimitMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
