import { createOfflineReader } from './offline-reader.ts';
import { filePrefix, type WorkerMessage } from './offline-settings.ts';

/**
 * The service worker, a file of its own that `scripts/build-site.ts` builds. It handles navigations and the files of saved
 * articles. Scripts, styles and API requests of pages never pass through it, so a page gets exactly what the site sends.
 */
type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };
type InstallEvent = ExtendableEvent & {
  /** Not in every browser. */
  addRoutes?(rules: Array<{ condition: { urlPattern: string }; source: 'network' }>): Promise<void>;
};
type FetchEvent = ExtendableEvent & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
};
type MessageEventOfClient = ExtendableEvent & { data: WorkerMessage | undefined };
type WorkerScope = {
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEventOfClient) => void): void;
};
const scope = self as unknown as WorkerScope;
const { origin } = location;

/** A failure costs a copy and nothing else: private windows have no storage, and a full disk takes no more. */
const quietly = (work: Promise<unknown>) => work.catch(() => undefined);

const reader = createOfflineReader({
  caches,
  fetch: (request) => fetch(request),
  origin,
  now: () => new Date(),
});

scope.addEventListener('install', (event) => {
  const bypassed = ['/assets/*', '/media/*', '/api/*'];
  const rules = bypassed.map((urlPattern) => ({ condition: { urlPattern }, source: 'network' as const }));
  if (event.addRoutes) event.waitUntil(quietly(event.addRoutes(rules)));
  // At once: the worker serves no page's scripts, so it cannot disagree with an open tab.
  event.waitUntil(reader.install().then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
  // The browser requests a page while the worker starts.
  event.waitUntil(quietly(scope.registration.navigationPreload?.enable() ?? Promise.resolve()));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { method, url, referrer, mode } = request;
  if (!url.startsWith(`${origin}/`)) return;
  if (url.startsWith(`${origin}${filePrefix}/`)) return event.respondWith(reader.findFile(url));
  if (mode !== 'navigate') return;
  const response = reader.respond({
    method,
    url,
    referrer,
    fetch: async () => (await event.preloadResponse) ?? fetch(request),
    waitUntil: (work) => event.waitUntil(quietly(work)),
  });
  if (response) event.respondWith(response);
});

scope.addEventListener('message', (event) => event.waitUntil(quietly(reader.receive(event.data))));
