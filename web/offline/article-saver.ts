import { type ArticleCopy, type CopyStore, filesOf, type Shell } from './copy-store.ts';
import { listPath } from './offline-settings.ts';
import { isGone, isPublic, type PublicRequests } from './public-requests.ts';
import { readPage } from './read-page.ts';

type Deps = { store: CopyStore; requests: PublicRequests; origin: string; now(): Date };

/** Everything that changes the saved articles, one change after the other. */
export function createArticleSaver({ store, requests, origin, now }: Deps) {
  const { request, requestFile } = requests;
  const enqueue = createQueue();
  /** Grows when the copies are deleted: an article that is being saved then is not stored. */
  let generation = 0;

  async function save(path: string): Promise<void> {
    const started = generation;
    const response = await request(path);
    if (isGone(response)) return store.remove(path);
    if (!isPublic(response)) return;
    const { article, ...shell } = readPage(await response.text(), origin);
    if (!article) return store.remove(path);
    const present = new URL(article.path, origin).pathname;
    if (present !== path) await store.remove(path);
    const copy: ArticleCopy = { ...shell, ...article, path: present, savedAt: now().toISOString() };
    await withSpace(store, async () => {
      for (const file of filesOf(copy)) {
        if (await store.hasFile(file)) continue;
        const fetched = await requestFile(file).catch((error: unknown) => {
          // An article is worth reading without a picture.
          if (copy.pictures.includes(file)) return undefined;
          throw error;
        });
        if (generation !== started) return;
        if (fetched) await store.putFile(file, fetched);
      }
      if (generation === started) await store.put(copy);
    });
  }

  async function check(pauseMs: number): Promise<void> {
    const time = now().getTime();
    const checkedAt = await store.readCheckedAt();
    // A clock that was set back must not stop the checks.
    if (checkedAt <= time && time - checkedAt < pauseMs) return;
    for (const { path } of await store.list()) {
      const response = await request(path, 'HEAD');
      if (isGone(response)) await store.remove(path);
      else if (!response.ok) return;
    }
    if ((await store.list()).length > 0) await store.writeCheckedAt(time);
  }

  return {
    /** Stores the guest's page of an article that was opened, or removes a copy whose article is gone. */
    save: (path: string) => enqueue(() => save(path)),
    /**
     * Removes the copies of articles that were deleted or hidden, unless they were compared with the site within the
     * pause. Ends at the first sign that the site does not respond.
     */
    check: (pauseMs: number) => enqueue(() => check(pauseMs)),
    remove: (path: string) => enqueue(() => store.remove(path)),
    /** Does not wait for an article that is being saved, which may take long. */
    forget(): Promise<void> {
      generation += 1;
      return store.forget();
    },
    /** Prepares the frame of the offline pages. Throws without it, and the browser tries again later. */
    async install(): Promise<void> {
      const response = await request(listPath);
      if (!isPublic(response)) throw new Error(`${listPath}: ${response.status}`);
      const { siteName, styles, fonts } = readPage(await response.text(), origin);
      const shell: Shell = { siteName, styles, fonts };
      const files = new Map<string, Response>();
      for (const path of [...styles, ...fonts]) files.set(path, await requestFile(path));
      await store.putShell(shell, files);
    },
  };
}

/** Repeats work that found the storage full, each time with one article less, while there are any. */
async function withSpace(store: CopyStore, work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const oldest = (await store.list()).at(-1);
      if ((error as Error).name !== 'QuotaExceededError' || !oldest) throw error;
      await store.remove(oldest.path);
    }
  }
}

/** Runs work one after the other. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
