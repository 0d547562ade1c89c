import { getBrowserClient } from '#web/api/browser-client.ts';
import { deleteArticles, settingMeta, type WorkerMessage, workerPath } from './offline-settings.ts';

type Registration = ServiceWorkerRegistration | undefined;
let started: Promise<Registration> | undefined;

/**
 * Registers the service worker once the page has loaded, or removes it if the operator has switched it off. Without service
 * workers or storage (private windows, plain HTTP) nothing happens.
 */
export function startOfflineReading(): Promise<Registration> {
  started ??= start().catch(() => undefined);
  return started;
}

async function start(): Promise<Registration> {
  if (!('serviceWorker' in navigator)) return undefined;
  await pageLoad();
  // A page without the setting, such as one that failed to load its data, changes nothing.
  const setting = document.querySelector<HTMLMetaElement>(`meta[name="${settingMeta}"]`)?.content;
  if (setting === 'off') await removeWorker();
  if (setting !== 'on') return undefined;
  forgetAfterSession();
  const registration: Registration = await navigator.serviceWorker.register(workerPath, {
    updateViaCache: 'none',
  });
  send(registration?.active, { type: 'visited' });
  return registration;
}

const pageLoad = (): Promise<unknown> =>
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((resolve) => addEventListener('load', resolve, { once: true }));

async function removeWorker(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

/** The reading history belongs to the person whose session ends. */
function forgetAfterSession(): void {
  const { session } = getBrowserClient();
  const forgetIfEnded = () => {
    const state = session.getState();
    if (state.status === 'guest' && state.ended) forgetArticles().catch(() => undefined);
  };
  session.subscribe(forgetIfEnded);
  forgetIfEnded();
}

/** Deletes the saved articles, also one that the worker is saving. */
export async function forgetArticles(): Promise<void> {
  await deleteArticles(caches);
  const registration: Registration = await navigator.serviceWorker.getRegistration();
  send(registration?.active, { type: 'forget' });
}

/** Asks the worker to save an article that the reader has opened. */
export async function saveArticle(slug: string): Promise<void> {
  if (!(await startOfflineReading())) return;
  const { active } = await navigator.serviceWorker.ready;
  send(active, { type: 'opened', path: `/posts/${encodeURIComponent(slug)}` });
}

const send = (worker: ServiceWorker | null | undefined, message: WorkerMessage) =>
  worker?.postMessage(message);
