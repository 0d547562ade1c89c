import { LRUCache } from 'lru-cache';
import type { Accounts } from '#server/features/accounts/index.ts';
import { createRandomSecret } from '#server/platform/crypto.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { AuthorResolver } from './author-service.ts';
import type { CopiedPerson } from './copied-people.ts';
import { beginWrite, findItem, type ItemKey, putItem } from './import-store.ts';
import type { PictureImporter } from './picture-import-service.ts';
import { type Problem, Refusal, refuse } from './problem.ts';

type Deps = {
  db: Db;
  accounts: Pick<
    Accounts,
    'createCopy' | 'createDeletedCopy' | 'find' | 'findByUsername' | 'hashPassword' | 'updateProfile'
  >;
  source: { key: string };
  runId: number;
  pictures: Pick<PictureImporter, 'readAvatar'>;
  hasRoles: boolean;
};

const maxRemembered = 10_000;

/** The accounts of a copied site: all of them are created before its articles. The functions throw Refusal. */
export function createCopiedAccounts({ db, accounts, source, runId, pictures, hasRoles }: Deps) {
  const ids = new LRUCache<string, Promise<number>>({ max: maxRemembered });
  let passwordHash: Promise<string> | undefined;

  const keyOf = (name: string): ItemKey => ({ source: source.key, kind: 'account', sourceId: `@${name}` });

  /** What the import has created for a name; undefined if that is gone. */
  async function findCreated(name: string, from: Db = db) {
    const item = await findItem(from, keyOf(name));
    return item && accounts.find(item.objectId, from);
  }

  async function insert(tx: Db, person: CopiedPerson): Promise<number> {
    const { name: username, createdAt } = person;
    if (person.deletedAt) return accounts.createDeletedCopy(tx, { createdAt, deletedAt: person.deletedAt });
    const { avatar: _, role, deletedAt: __, name: ___, file: ____, ...values } = person;
    // Nobody knows the password; the owner of the address sets one by mail. One hash for all of them takes no hours.
    passwordHash ??= accounts.hashPassword(createRandomSecret());
    return accounts.createCopy(tx, {
      ...values,
      username,
      passwordHash: await passwordHash,
      ...(hasRoles && { role }),
    });
  }

  async function findOrCreate(person: CopiedPerson) {
    const found = person.deletedAt ? undefined : await accounts.findByUsername(person.name);
    if (found) return undefined;
    const id = await inTransaction(db, async (tx) => {
      await beginWrite(tx, `account ${source.key} ${person.name}`);
      const concurrent = await findCreated(person.name, tx);
      if (concurrent) return concurrent.id;
      const created = await insert(tx, person);
      await putItem(tx, keyOf(person.name), { runId, objectId: created });
      return created;
    });
    return accounts.find(id);
  }

  async function find(name: string): Promise<number> {
    const account = (await findCreated(name)) ?? (await accounts.findByUsername(name));
    return account?.id ?? refuse('imports.authorUnknown', {}, { username: name });
  }

  const resolver: AuthorResolver = {
    async getId({ text }) {
      const found = ids.get(text) ?? find(text);
      ids.set(text, found);
      return found;
    },
    getDefaultId: find,
  };

  return {
    ...resolver,
    /** Creates an account, unless it exists. Returns why that or its picture failed. */
    async create(person: CopiedPerson): Promise<Problem | undefined> {
      const about = person.name;
      try {
        const account = (await findCreated(person.name)) ?? (await findOrCreate(person));
        if (!account || person.deletedAt || account.avatar || !person.avatar) return undefined;
        const avatar = await pictures.readAvatar(person.avatar);
        await accounts.updateProfile({ id: account.id }, { avatar }, { isCopy: true });
        return undefined;
      } catch (error) {
        if (error instanceof Refusal) return { about, ...error.problem };
        const fields = error instanceof AppError ? error.details.fields : undefined;
        const [message] = Object.values(fields ?? {})[0] ?? [];
        if (message) return { ...message, about };
        throw error;
      }
    },
  };
}
