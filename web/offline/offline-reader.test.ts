import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOfflineReader, type Navigation } from './offline-reader.ts';

const origin = 'https://news.example';
const pathOf = (request: string | URL | Request) =>
  new URL(request instanceof Request ? request.url : request, origin).pathname;

/** Cache Storage in memory, with room for a number of entries. */
function createCaches() {
  const stored = new Map<string, Map<string, Response>>();
  const room = { entries: Number.POSITIVE_INFINITY };
  const count = () => [...stored.values()].reduce((sum, { size }) => sum + size, 0);
  const caches = {
    async open(name: string) {
      if (!stored.has(name)) stored.set(name, new Map());
      const entries = () => stored.get(name) ?? new Map<string, Response>();
      return {
        match: async (key: string | Request) => entries().get(pathOf(key))?.clone(),
        keys: async () => [...entries().keys()].map((path) => new Request(origin + path)),
        delete: async (key: string | Request) => entries().delete(pathOf(key)),
        async put(key: string, response: Response) {
          if (count() >= room.entries && !entries().has(pathOf(key)))
            throw new DOMException('full', 'QuotaExceededError');
          entries().set(pathOf(key), response);
        },
      };
    },
    delete: async (name: string) => stored.delete(name),
    keys: async () => [...stored.keys()],
  } as unknown as CacheStorage;
  const paths = () => [...stored.values()].flatMap((entries) => [...entries.keys()]).sort();
  return { caches, paths, room };
}

const articleHtml = (path: string, { picture = '/media/shared.webp', style = '/assets/app-1.css' } = {}) =>
  `<html><head><link rel="stylesheet" href="${style}"><meta name="application-name" content="Вести"><meta name="offline-article" content="${path}"></head><body><article><h1>Статья ${path}</h1><img src="${picture}"></article></body></html>`;
const html = (body: string, init: ResponseInit & { cacheControl?: string } = {}) =>
  new Response(body, {
    headers: { 'content-type': 'text/html', 'cache-control': init.cacheControl ?? 'no-cache' },
    ...init,
  });

/** A site whose responses the tests choose, and the reader of one device. */
function createDevice() {
  const { caches, paths, room } = createCaches();
  const requests: Request[] = [];
  const pages = new Map<string, () => Response | Promise<Response>>();
  const clock = { ms: Date.parse('2026-11-20T12:00:00Z') };
  const site = { isOnline: true };
  pages.set('/offline', () => html(articleHtml('').replace(/<article>.*<\/article>/, '')));
  const createReader = () =>
    createOfflineReader({
      caches,
      origin,
      now: () => new Date(clock.ms),
      async fetch(request) {
        requests.push(request);
        if (!site.isOnline) throw new TypeError('Failed to fetch');
        const path = pathOf(request);
        const page = pages.get(path);
        if (page) return page();
        if (path.startsWith('/assets/')) return new Response('@font-face{src:url(/assets/a.woff2)}');
        if (path.startsWith('/media/')) return new Response('picture');
        return html('Не найдено', { status: 404 });
      },
    });
  const reader = createReader();
  return {
    reader,
    createReader,
    paths,
    room,
    requests,
    pages,
    clock,
    site,
    saved: () => paths().filter((path) => path.startsWith('/posts/')),
    /** The reader opens a public article. */
    async open(path: string, page = articleHtml(path)): Promise<void> {
      pages.set(path, () => html(page));
      clock.ms += 1_000;
      await reader.receive({ type: 'opened', path });
    },
    async navigate(path: string, request: Partial<Navigation> = {}): Promise<Response> {
      const work: Promise<unknown>[] = [];
      const response = await reader.respond({
        method: 'GET',
        url: origin + path,
        referrer: '',
        waitUntil: (promise) => void work.push(promise.catch(() => undefined)),
        fetch: () => Promise.reject(new TypeError('Failed to fetch')),
        ...request,
      });
      if (!response) throw new Error('the browser makes this request itself');
      await Promise.all(request.fetch ? [] : work);
      return response;
    },
  };
}

let device: ReturnType<typeof createDevice>;
beforeEach(async () => {
  device = createDevice();
  await device.reader.install();
});
afterEach(() => void vi.useRealTimers());

describe('an opened article', () => {
  it('is requested without cookies and tokens, also for users', async () => {
    await device.open('/posts/most');
    expect(
      device.requests.map((request) => [request.credentials, request.headers.has('authorization')]),
    ).toEqual(device.requests.map(() => ['omit', false]));
    expect(device.paths()).toEqual([
      '/assets/app-1.css',
      '/assets/app-1.css',
      '/media/shared.webp',
      '/offline/checked-at',
      '/offline/shell',
      '/posts/most',
    ]);
  });

  it('is not saved from a response that is not public', async () => {
    for (const cacheControl of ['private, no-store', 'private', 'no-store']) {
      device.pages.set('/posts/most', () =>
        html(articleHtml('/posts/most'), { headers: { 'cache-control': cacheControl } }),
      );
      await device.reader.receive({ type: 'opened', path: '/posts/most' });
    }
    for (const status of [500, 503, 206]) {
      device.pages.set('/posts/most', () => html(articleHtml('/posts/most'), { status }));
      await device.reader.receive({ type: 'opened', path: '/posts/most' });
    }
    expect(device.saved()).toEqual([]);
  });

  it('is saved under its present address, and pages without an article are not saved', async () => {
    device.pages.set('/posts/new', () => html(articleHtml('/posts/new')));
    await device.open('/posts/old', articleHtml('/posts/new'));
    await device.open('/posts/my', '<html><article>Кабинет</article></html>');
    for (const path of ['/profile', '/posts/a/edit', '/posts/a?x=1', 'https://evil.example/posts/a'])
      await device.reader.receive({ type: 'opened', path });
    expect(device.saved()).toEqual(['/posts/new']);
  });

  it('is one of at most twenty, and its files go with it', async () => {
    for (let index = 0; index <= 20; index += 1)
      await device.open(
        `/posts/${index}`,
        articleHtml(`/posts/${index}`, { picture: `/media/${index}.webp` }),
      );
    await device.open('/posts/1');
    await device.open('/posts/21', articleHtml('/posts/21', { picture: '/media/21.webp' }));
    expect(device.saved()).toHaveLength(20);
    expect(device.saved()).toContain('/posts/1');
    const present = device.paths();
    for (const [path, isPresent] of [
      ['/media/0.webp', false],
      ['/media/2.webp', false],
      ['/media/3.webp', true],
      ['/media/shared.webp', true],
      ['/assets/app-1.css', true],
    ] as const)
      expect(present.includes(path), path).toBe(isPresent);
  });

  it('is saved without a picture that is missing, and not without its styles', async () => {
    device.pages.set('/media/shared.webp', () => html('', { status: 404 }));
    await device.open('/posts/most');
    expect(device.saved()).toEqual(['/posts/most']);
    device.pages.set('/assets/app-2.css', () => html('', { status: 404 }));
    const opened = device.open('/posts/reka', articleHtml('/posts/reka', { style: '/assets/app-2.css' }));
    await expect(opened).rejects.toThrow('/assets/app-2.css');
    expect(device.saved()).toEqual(['/posts/most']);
  });

  it('takes the place of older ones when the storage is full', async () => {
    for (const name of ['a', 'b', 'c'])
      await device.open(`/posts/${name}`, articleHtml(`/posts/${name}`, { picture: `/media/${name}.webp` }));
    device.room.entries = device.paths().length + 1;
    await device.open('/posts/d', articleHtml('/posts/d', { picture: '/media/d.webp' }));
    expect(device.saved()).toEqual(['/posts/b', '/posts/c', '/posts/d']);
    device.room.entries = 0;
    await expect(device.open('/posts/e')).rejects.toThrow('full');
    expect((await device.navigate('/posts/e', { fetch: async () => html('Сайт') })).status).toBe(200);
  });
});

describe('an article that is deleted or hidden', () => {
  it.each([404, 410])('disappears with status %i: opened, visited and compared', async (status) => {
    for (const name of ['a', 'b', 'c']) await device.open(`/posts/${name}`);
    const gone = () => html('Нет', { status });
    await device.navigate('/posts/a', { fetch: async () => gone() });
    await expect.poll(device.saved).toEqual(['/posts/b', '/posts/c']);
    device.pages.set('/posts/b', gone);
    await device.reader.receive({ type: 'opened', path: '/posts/b' });
    expect(device.saved()).toEqual(['/posts/c']);
    device.pages.set('/posts/c', gone);
    await device.reader.receive({ type: 'visited' });
    expect(device.saved()).toEqual(['/posts/c']);
    device.clock.ms += 16 * 60_000;
    await device.reader.receive({ type: 'visited' });
    expect(device.saved()).toEqual([]);
  });

  it('is in no list that is opened online', async () => {
    for (const name of ['a', 'b']) await device.open(`/posts/${name}`);
    device.pages.set('/posts/a', () => html('Нет', { status: 404 }));
    const list = await (await device.navigate('/offline')).text();
    expect(list).toContain('Статья /posts/b');
    expect(list).not.toContain('Статья /posts/a');
  });

  it('stays while the site does not respond', async () => {
    await device.open('/posts/a');
    device.clock.ms += 16 * 60_000;
    device.pages.set('/posts/a', () => html('Занято', { status: 429 }));
    await device.reader.receive({ type: 'visited' });
    device.site.isOnline = false;
    await expect(device.reader.receive({ type: 'visited' })).rejects.toThrow();
    expect(device.saved()).toEqual(['/posts/a']);
  });
});

describe('a navigation', () => {
  it('gets the response of the site while there is one', async () => {
    await device.open('/posts/most');
    for (const status of [200, 404, 500]) {
      const response = html('Сайт', { status });
      expect(await device.navigate('/posts/most', { fetch: async () => response })).toBe(response);
    }
    expect(await device.navigate('/', { fetch: async () => html('Сайт', { status: 503 }) })).toMatchObject({
      status: 503,
    });
  });

  it('gets a marked copy without a response, or when the site is being restarted', async () => {
    await device.open('/posts/most');
    const offline = await device.navigate('/posts/most/?comments=2');
    const restarting = await device.navigate('/posts/most', { fetch: async () => html('', { status: 502 }) });
    for (const response of [offline, restarting]) {
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'sha256-/,
      );
      const text = await response.text();
      expect(text).toContain('Статья /posts/most');
      expect(text.replace(/<[^>]+>/g, '')).toContain('Это копия статьи от 20 ноября 2026, 15:00.');
      expect(text).toContain('href="/offline/files/assets/app-1.css"');
    }
    const file = await device.reader.findFile(`${origin}/offline/files/assets/app-1.css`);
    expect(await file.text()).toBe('@font-face{src:url(/offline/files/assets/a.woff2)}');
  });

  it('gets the copy after four seconds, and waits for the site without one', async () => {
    await device.open('/posts/most');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const never = { fetch: () => new Promise<Response>(() => undefined) };
    const unsaved = vi.fn();
    void device.navigate('/posts/reka', never).then(unsaved);
    const copied = vi.fn();
    const copy = device.navigate('/posts/most', never);
    void copy.then(copied);
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(3_900);
    expect(copied).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(await (await copy).text()).toContain('Статья /posts/most');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(unsaved).not.toHaveBeenCalled();
  });

  it('gets the list of saved articles without a response and a copy', async () => {
    await device.open('/posts/most');
    const response = await device.navigate('/');
    expect(response.status).toBe(503);
    const text = await response.text();
    expect(text).toContain('Вы не в сети');
    expect(text).toContain('<a href="/posts/most">Статья /posts/most</a>');
  });

  it('gets the response of the site where the browser has no storage', async () => {
    const broken = { open: () => Promise.reject(new DOMException('no', 'SecurityError')) };
    const reader = createOfflineReader({
      caches: broken as unknown as CacheStorage,
      origin,
      now: () => new Date(),
      fetch: async () => html('Сайт'),
    });
    for (const path of ['/posts/most', '/', '/offline']) {
      const fetch = async () => html('Сайт');
      const request = { method: 'GET', url: origin + path, referrer: '', waitUntil: () => undefined, fetch };
      expect(await (await reader.respond(request))?.text(), path).toBe('Сайт');
    }
  });
});

describe('the saved articles', () => {
  it('are deleted by the form of the list, which other sites cannot send', async () => {
    await device.open('/posts/most');
    const post = { method: 'POST', url: `${origin}/offline/forget`, fetch: vi.fn(), waitUntil: vi.fn() };
    for (const referrer of ['', 'https://evil.example/', `${origin}.evil.example/`])
      expect(device.reader.respond({ ...post, referrer })).toBeNull();
    expect(device.saved()).toEqual(['/posts/most']);
    const response = await device.reader.respond({ ...post, referrer: `${origin}/offline` });
    expect(response?.headers.get('location')).toBe(`${origin}/offline`);
    expect(device.paths()).toEqual(['/assets/app-1.css', '/offline/shell']);
  });

  it('are deleted with one that is being saved', async () => {
    const response = Promise.withResolvers<Response>();
    device.pages.set('/posts/most', () => response.promise);
    const opened = device.reader.receive({ type: 'opened', path: '/posts/most' });
    await expect.poll(() => device.requests.some(({ url }) => url.endsWith('/posts/most'))).toBe(true);
    const forgotten = device.reader.receive({ type: 'forget' });
    response.resolve(html(articleHtml('/posts/most')));
    await Promise.all([opened, forgotten]);
    expect(device.paths()).toEqual(['/assets/app-1.css', '/offline/shell']);
  });

  it('stay with a new release, which replaces the files of the offline page', async () => {
    await device.open('/posts/most');
    device.pages.set('/offline', () =>
      html('<link rel="stylesheet" href="/assets/app-2.css"><meta name="application-name" content="Вести">'),
    );
    await device.createReader().install();
    expect(device.paths()).toEqual([
      '/assets/app-1.css',
      '/assets/app-2.css',
      '/media/shared.webp',
      '/offline/checked-at',
      '/offline/shell',
      '/posts/most',
    ]);
  });

  it('ignore messages of other versions', async () => {
    await device.open('/posts/most');
    for (const message of [undefined, null, 'forget', { type: 'unknown' }, { type: 'opened', path: 5 }])
      await device.reader.receive(message as never);
    expect(device.saved()).toEqual(['/posts/most']);
  });
});
