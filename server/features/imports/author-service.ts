import type { Accounts } from '#server/features/accounts/index.ts';
import { createRandomSecret } from '#server/platform/crypto.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { createPersonFromName, findPerson, type People, type Person } from './people.ts';
import type { PictureImporter } from './picture-importer.ts';
import { Refusal, refuse } from './problem.ts';

export type AuthorResolver = {
  /** The account of a person in the folder, created if it does not exist. An existing one is not changed. */
  getId(reference: string): Promise<number>;
  /** The account of the default author, which must exist or be described in the folder. */
  getDefaultId(reference: string): Promise<number>;
};

type Deps = {
  db: Db;
  accounts: Pick<Accounts, 'create' | 'findByUsername' | 'hashPassword' | 'updateProfile'>;
  people: People;
  pictures: Pick<PictureImporter, 'readAvatar'>;
};

/** Accounts of the people of one import; each is looked up or created once. The functions throw Refusal. */
export function createAuthorResolver({ db, accounts, people, pictures }: Deps): AuthorResolver {
  const idsByReference = new Map<string, Promise<number>>();

  function getOrCreate(key: string, find: () => Promise<number>): Promise<number> {
    const found = idsByReference.get(key) ?? find();
    idsByReference.set(key, found);
    return found;
  }

  function findDescribed(reference: string): Person | undefined {
    const person = findPerson(people, reference);
    return person === 'broken' ? refuse('imports.authorBroken', {}, { author: reference }) : person;
  }

  async function findAccountId(username: string): Promise<number | undefined> {
    return (await accounts.findByUsername(username))?.id;
  }

  async function findOrCreateAccount(person: Person): Promise<number> {
    const found = await findAccountId(person.username);
    if (found !== undefined) return found;
    const { avatar: avatarFile, ...values } = person;
    const avatar = avatarFile && (await pictures.readAvatar(avatarFile));
    try {
      // The password is random and not stored; the owner of the address can reset it.
      const passwordHash = await accounts.hashPassword(createRandomSecret());
      const id = await accounts.create(db, { ...values, passwordHash });
      if (avatar) await accounts.updateProfile({ id }, { avatar });
      return id;
    } catch (error) {
      const fields = error instanceof AppError ? error.details.fields : undefined;
      if (fields?.email) refuse('imports.emailTaken', {}, { email: person.email, author: person.label });
      const concurrentId = fields?.username && (await findAccountId(person.username));
      if (concurrentId !== undefined) return concurrentId;
      const [problem] = fields?.username ?? [];
      throw problem ? new Refusal({ ...problem, about: person.label }) : error;
    }
  }

  return {
    getId: (reference) =>
      getOrCreate(reference, async () => {
        const described = findDescribed(reference);
        const found = described ? undefined : await findAccountId(reference);
        if (found !== undefined) return found;
        const person = described ?? createPersonFromName(reference);
        return getOrCreate(`@${person.username}`, () => findOrCreateAccount(person));
      }),
    getDefaultId: (reference) =>
      getOrCreate(reference, async () => {
        const described = findDescribed(reference);
        if (described) return getOrCreate(`@${described.username}`, () => findOrCreateAccount(described));
        return (
          (await findAccountId(reference)) ?? refuse('imports.authorUnknown', {}, { username: reference })
        );
      }),
  };
}
