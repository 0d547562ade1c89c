import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SessionState } from '#web/api/session-state.ts';

const session = vi.hoisted(() => ({
  state: { status: 'user', user: {} } as unknown,
  listeners: [] as Array<() => void>,
}));
vi.mock('#web/api/browser-client.ts', () => ({
  getBrowserClient: () => ({
    session: {
      getState: () => session.state,
      subscribe: (listener: () => void) => session.listeners.push(listener),
    },
  }),
}));

const messages: unknown[] = [];
const deleted: string[] = [];
const unregister = vi.fn(async () => true);
const active = { postMessage: (message: unknown) => messages.push(message) };
const registration = { active, unregister };
const serviceWorker = {
  register: vi.fn(async (_path: string) => registration as typeof registration | undefined),
  getRegistration: async () => registration,
  getRegistrations: async () => [registration],
  ready: Promise.resolve(registration),
};

function change(state: SessionState): void {
  session.state = state;
  for (const listener of session.listeners) listener();
}

/** The module as a new page loads it. */
async function loadPage(setting: 'on' | 'off' | undefined) {
  vi.resetModules();
  vi.stubGlobal('document', {
    readyState: 'complete',
    querySelector: () => (setting === undefined ? null : { content: setting }),
  });
  const page = await import('./offline-reading.ts');
  await page.startOfflineReading();
  return page;
}

beforeEach(() => {
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('caches', {
    keys: async () => ['offline-articles', 'offline-shell'],
    delete: async (name: string) => deleted.push(name) > 0,
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  messages.length = 0;
  deleted.length = 0;
  session.listeners.length = 0;
  session.state = { status: 'user', user: {} };
});

it('registers the worker and reports the articles that are opened', async () => {
  const page = await loadPage('on');
  expect(serviceWorker.register).toHaveBeenCalledWith('/sw.js', { updateViaCache: 'none' });
  await page.saveArticle('most');
  expect(messages).toEqual([{ type: 'visited' }, { type: 'opened', path: '/posts/most' }]);
  expect(deleted).toEqual([]);
});

it.each(['logout', 'expired'] as const)(
  'deletes the saved articles when the session ends: %s',
  async (ended) => {
    await loadPage('on');
    change({ status: 'guest', user: null, ended });
    await expect.poll(() => messages).toContainEqual({ type: 'forget' });
    expect(deleted).toEqual(['offline-articles', 'offline-files']);
  },
);

it('deletes them when the session has ended before, and not for a guest', async () => {
  session.state = { status: 'guest', user: null };
  await loadPage('on');
  expect(deleted).toEqual([]);
  session.state = { status: 'guest', user: null, ended: 'logout' };
  await loadPage('on');
  await expect.poll(() => messages).toContainEqual({ type: 'forget' });
});

it('removes the worker and its caches when the operator has switched it off', async () => {
  await loadPage('off');
  expect(unregister).toHaveBeenCalledOnce();
  expect(deleted).toEqual(['offline-articles', 'offline-shell']);
  expect(serviceWorker.register).not.toHaveBeenCalled();
});

it('changes nothing from a page that does not know the setting', async () => {
  const page = await loadPage(undefined);
  await page.saveArticle('most');
  expect([unregister.mock.calls, serviceWorker.register.mock.calls, messages, deleted]).toEqual([
    [],
    [],
    [],
    [],
  ]);
});

it('does nothing where the browser refuses workers or storage', async () => {
  serviceWorker.register.mockRejectedValueOnce(new DOMException('no', 'SecurityError'));
  await (await loadPage('on')).saveArticle('most');
  serviceWorker.register.mockResolvedValueOnce(undefined);
  await (await loadPage('on')).saveArticle('most');
  vi.stubGlobal('navigator', {});
  await (await loadPage('on')).saveArticle('most');
  expect(messages).toEqual([]);
});
