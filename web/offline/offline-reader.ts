import { createArticleSaver } from './article-saver.ts';
import { createCopyStore } from './copy-store.ts';
import { articlePage, listPage } from './offline-pages.ts';
import { filePrefix, forgetPath, listPath, type WorkerMessage } from './offline-settings.ts';
import { createPublicRequests, isGone } from './public-requests.ts';

/** A saved article is shown if the site has not responded by then. */
const navigationLimitMs = 4_000;
/** How often the saved articles are compared with the site while the reader is online. */
const checkPauseMs = 15 * 60_000;
/** The list waits for the comparison at most so long. */
const listLimitMs = 1_500;

export type Navigation = {
  method: string;
  url: string;
  /** The page that the request comes from. */
  referrer: string;
  /** The response of the site; rejected without a connection. */
  fetch(): Promise<Response>;
  /** Continues work after the response. */
  waitUntil(work: Promise<unknown>): void;
};

type Deps = {
  caches: CacheStorage;
  fetch(request: Request): Promise<Response>;
  origin: string;
  now(): Date;
};

/** The logic of the service worker, without its events. */
export function createOfflineReader({ caches, fetch, origin, now }: Deps) {
  const store = createCopyStore(caches);
  const requests = createPublicRequests(fetch, origin);
  const saver = createArticleSaver({ store, requests, origin, now });
  const readShell = () => store.readShell().catch(() => undefined);

  async function showList(request: Navigation): Promise<Response> {
    const shell = await readShell();
    if (!shell) return request.fetch();
    await withinLimit(
      saver.check(0).catch(() => undefined),
      listLimitMs,
    );
    return listPage(shell, await store.list(), { isOffline: false });
  }

  async function showOffline(): Promise<Response> {
    const shell = await readShell();
    return shell ? listPage(shell, await store.list(), { isOffline: true }) : Response.error();
  }

  /** The site first; a copy only without a response. */
  async function navigate(path: string, request: Navigation): Promise<Response> {
    const copy = isArticlePath(path) ? await store.find(path).catch(() => undefined) : undefined;
    const fetched = request.fetch().then(
      (response) => {
        if (copy && isGone(response)) request.waitUntil(saver.remove(path));
        return response;
      },
      () => undefined,
    );
    request.waitUntil(fetched);
    const response = copy ? await withinLimit(fetched, navigationLimitMs) : await fetched;
    if (response && !(copy && isUnavailable(response))) return response;
    return copy ? articlePage(copy) : showOffline();
  }

  return {
    install: saver.install,
    /** The response to a navigation; null for one that the browser makes itself. */
    respond(request: Navigation): Promise<Response> | null {
      const path = new URL(request.url).pathname.replace(/\/$/, '');
      if (request.method === 'GET') return path === listPath ? showList(request) : navigate(path, request);
      // Another site cannot delete the copies.
      const isForgetForm = path === forgetPath && request.referrer.startsWith(`${origin}/`);
      if (request.method !== 'POST' || !isForgetForm) return null;
      return saver.forget().then(() => Response.redirect(new URL(listPath, origin), 303));
    },
    /** A file of an offline page: saved, or from the browser's own cache. */
    async findFile(url: string): Promise<Response> {
      const path = new URL(url).pathname.slice(filePrefix.length);
      const found = await store.findFile(path).catch(() => undefined);
      return found ?? requests.requestOldFile(path).catch(() => new Response(null, { status: 504 }));
    },
    async receive(message: WorkerMessage | undefined): Promise<void> {
      if (message?.type === 'forget') return saver.forget();
      if (message?.type === 'opened' && isArticlePath(message.path))
        await saver.save(new URL(message.path, origin).pathname);
      if (message?.type === 'opened' || message?.type === 'visited') await saver.check(checkPauseMs);
    },
  };
}

const isArticlePath = (path: string): boolean => /^\/posts\/[^/?#]+$/.test(path);
/** The site is being restarted, or is overloaded. */
const isUnavailable = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** The result, or undefined if it takes longer. */
function withinLimit<Value>(work: Promise<Value>, limitMs: number): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
