import type { Accounts } from '#server/features/accounts/index.ts';
import { randomSecret } from '#server/platform/crypto.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { findPerson, type People, type Person, personOfName } from './people.ts';
import { Refusal, refuse } from './problem.ts';

export type Authors = {
  /** The account of a person in the folder, created if it does not exist. An existing one is not changed. */
  idOf(reference: string): Promise<number>;
  /** The account of the default author, which must exist or be described in the folder. */
  idOfDefault(reference: string): Promise<number>;
};

type Deps = {
  db: Db;
  accounts: Pick<Accounts, 'create' | 'findByUsername' | 'hashPassword'>;
  people: People;
};

/** Accounts of the people of one import; each is looked up or created once. The functions throw Refusal. */
export function createAuthors({ db, accounts, people }: Deps): Authors {
  const known = new Map<string, Promise<number>>();

  function once(key: string, find: () => Promise<number>): Promise<number> {
    const found = known.get(key) ?? find();
    known.set(key, found);
    return found;
  }

  function describedAs(reference: string): Person | undefined {
    const person = findPerson(people, reference);
    return person === 'broken' ? refuse('imports.authorBroken', {}, { author: reference }) : person;
  }

  async function existing(username: string): Promise<number | undefined> {
    return (await accounts.findByUsername(username))?.id;
  }

  async function provide(person: Person): Promise<number> {
    const found = await existing(person.username);
    if (found !== undefined) return found;
    try {
      // The password is random and not stored; the owner of the address can reset it.
      const passwordHash = await accounts.hashPassword(randomSecret());
      return await accounts.create(db, { ...person, passwordHash });
    } catch (error) {
      const fields = error instanceof AppError ? error.details.fields : undefined;
      if (fields?.email) refuse('imports.emailTaken', {}, { email: person.email, author: person.label });
      const rival = fields?.username && (await existing(person.username));
      if (rival !== undefined) return rival;
      const [problem] = fields?.username ?? [];
      throw problem ? new Refusal({ ...problem, about: person.label }) : error;
    }
  }

  return {
    idOf: (reference) =>
      once(reference, async () => {
        const described = describedAs(reference);
        const found = described ? undefined : await existing(reference);
        if (found !== undefined) return found;
        const person = described ?? personOfName(reference);
        return once(`@${person.username}`, () => provide(person));
      }),
    idOfDefault: (reference) =>
      once(reference, async () => {
        const described = describedAs(reference);
        if (described) return once(`@${described.username}`, () => provide(described));
        return (await existing(reference)) ?? refuse('imports.authorUnknown', {}, { username: reference });
      }),
  };
}
