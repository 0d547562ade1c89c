/** What the page and the service worker agree on. Copies on devices outlive a release: do not rename the caches. */
export const workerPath = '/sw.js';
/** The list of saved articles. */
export const listPath = '/offline';
/** A form of the list posts here; only the worker responds. */
export const forgetPath = '/offline/forget';
/** Files of saved articles have their address behind this prefix, so that no other page gets one. */
export const filePrefix = '/offline/files';

export const articleCache = 'offline-articles';
export const fileCache = 'offline-files';
export const shellCache = 'offline-shell';

export const maxArticles = 20;

/** `on` or `off` in every page, by configuration. */
export const settingMeta = 'offline-reading';
/** In the page of a public article: its path. */
export const articleMeta = 'offline-article';

export type WorkerMessage = { type: 'visited' } | { type: 'opened'; path: string } | { type: 'forget' };

/** Deletes the reading history on this device. */
export async function deleteArticles(caches: CacheStorage): Promise<void> {
  await Promise.all([caches.delete(articleCache), caches.delete(fileCache)]);
}
