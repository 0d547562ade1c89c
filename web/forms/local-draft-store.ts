import type { IDBPDatabase } from 'idb';

const databaseName = 'texts';
const storeName = 'texts';

/** Stores unsaved texts on this device until they are saved elsewhere. Names begin with their owner. */
export type LocalDraftStore = {
  /** Rejects when the storage is full or not available. */
  put(name: string, text: object): Promise<void>;
  /** The records whose names have this prefix; none when the storage is not available. */
  find<Text>(prefix: string): Promise<Array<{ name: string; text: Text }>>;
  remove(name: string): Promise<void>;
};

let database: Promise<IDBPDatabase> | undefined;

function openDatabase(): Promise<IDBPDatabase> {
  database ??= connect().catch((error: unknown) => {
    resetDatabase();
    throw error;
  });
  return database;
}

/** Imports the library on first use: readers do not need it. */
async function connect(): Promise<IDBPDatabase> {
  const { openDB } = await import('idb');
  return openDB(databaseName, 1, {
    upgrade: (created) => void created.createObjectStore(storeName),
    // The browser has closed the database for lack of memory or space: the next call opens it again.
    terminated: resetDatabase,
  });
}

function resetDatabase(): void {
  database = undefined;
}

/** The local draft store of this browser, in IndexedDB. */
export const localDraftStore: LocalDraftStore = {
  async put(name, text) {
    await (await openDatabase()).put(storeName, text, name);
  },
  async find<Text>(prefix: string) {
    try {
      const store = (await openDatabase()).transaction(storeName).store;
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const [names, texts] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
      return texts.map((text, index) => ({ name: String(names[index]), text: text as Text }));
    } catch {
      // Without storage there are no records.
      return [];
    }
  },
  async remove(name) {
    try {
      await (await openDatabase()).delete(storeName, name);
    } catch {
      // A record that cannot be deleted cannot be read and offered either.
    }
  },
};
