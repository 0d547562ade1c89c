import type { IDBPDatabase } from 'idb';

const databaseName = 'texts';
const storeName = 'texts';

/** Texts kept on this device until they are safe elsewhere; names begin with whose they are. */
export type Mirror = {
  /** Rejects where there is no room, or no storage at all. */
  put(name: string, text: object): Promise<void>;
  /** What is kept under names with this beginning; nothing where there is no storage. */
  find<Text>(beginning: string): Promise<Array<{ name: string; text: Text }>>;
  remove(name: string): Promise<void>;
};

let database: Promise<IDBPDatabase> | undefined;

function open(): Promise<IDBPDatabase> {
  database ??= openOnce().catch((error: unknown) => {
    forget();
    throw error;
  });
  return database;
}

/** The library comes when somebody writes: who only reads has no use for it. */
async function openOnce(): Promise<IDBPDatabase> {
  const { openDB } = await import('idb');
  return openDB(databaseName, 1, {
    upgrade: (created) => void created.createObjectStore(storeName),
    // The browser has closed it, for want of memory or room: the next caller opens it again.
    terminated: forget,
  });
}

function forget(): void {
  database = undefined;
}

/** The mirror of this browser, in IndexedDB. */
export const mirror: Mirror = {
  async put(name, text) {
    await (await open()).put(storeName, text, name);
  },
  async find<Text>(beginning: string) {
    try {
      const store = (await open()).transaction(storeName).store;
      const range = IDBKeyRange.bound(beginning, `${beginning}\uffff`);
      const [names, texts] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
      return texts.map((text, index) => ({ name: String(names[index]), text: text as Text }));
    } catch {
      // Nothing can be kept here, so nothing is.
      return [];
    }
  },
  async remove(name) {
    try {
      await (await open()).delete(storeName, name);
    } catch {
      // What cannot be reached cannot be offered either.
    }
  },
};
