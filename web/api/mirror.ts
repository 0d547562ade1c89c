import type { IDBPDatabase } from 'idb';

const databaseName = 'texts';
const storeName = 'texts';

/** Stores unsaved texts on this device until they are saved elsewhere. Names begin with their owner. */
export type Mirror = {
  /** Rejects when the storage is full or not available. */
  put(name: string, text: object): Promise<void>;
  /** The records whose names have this prefix; none when the storage is not available. */
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

/** Imports the library on first use: readers do not need it. */
async function openOnce(): Promise<IDBPDatabase> {
  const { openDB } = await import('idb');
  return openDB(databaseName, 1, {
    upgrade: (created) => void created.createObjectStore(storeName),
    // The browser has closed the database for lack of memory or space: the next call opens it again.
    terminated: forget,
  });
}

function forget(): void {
  database = undefined;
}

/** The local draft store of this browser, in IndexedDB. */
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
      // Without storage there are no records.
      return [];
    }
  },
  async remove(name) {
    try {
      await (await open()).delete(storeName, name);
    } catch {
      // A record that cannot be deleted cannot be read and offered either.
    }
  },
};
