import { LRUCache } from 'lru-cache';
import { profileBody, registerBody } from '#contract/auth.ts';
import { cutText } from '#locales/cut-text.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import { createRandomSecret } from '#server/platform/crypto.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { PersonReference, SourcePerson } from './import-source.ts';
import { beginWrite, findItem, type ItemKey, putItem } from './import-store.ts';
import { createPersonFromName, findPerson, inventEmail, type People, type Person } from './people.ts';
import type { PictureImporter } from './picture-import-service.ts';
import { Refusal, refuse } from './problem.ts';

export type AuthorResolver = {
  /** The account of a person of the source, created if it does not exist. An existing one is not changed. */
  getId(reference: PersonReference): Promise<number>;
  /** The account of the default author, which must exist or be described in the source. */
  getDefaultId(reference: string): Promise<number>;
};

type Deps = {
  db: Db;
  accounts: Pick<
    Accounts,
    | 'create'
    | 'find'
    | 'findByUsername'
    | 'findByLogin'
    | 'findTakenUsernames'
    | 'hashPassword'
    | 'updateProfile'
  >;
  source: { key: string; people: People };
  runId: number;
  pictures: Pick<PictureImporter, 'readAvatar'>;
};

/** A source may have more commenters than fit into memory. */
const maxRemembered = 10_000;
/** So many numbers are tried at once: the first name is mostly free, that of the hundredth Сергей is not. */
const triedNumbers = [10, 100, 1_000, 10_000];
/** Of the free names among them: a name that is free can still belong to the address of a renamed account. */
const maxAttempts = 25;
const maxKeyLength = 300;

/** Accounts of the people of one import; each is looked up or created once. The functions throw Refusal. */
export function createAuthorResolver({ db, accounts, source, runId, pictures }: Deps): AuthorResolver {
  const { people } = source;
  /** One password for all accounts, which nobody knows: a hash takes longer than everything else of an account. */
  let passwordHash: string | undefined;
  /** The numbers that the last accounts of these names got. */
  const lastNumbers = new LRUCache<string, number>({ max: maxRemembered });
  const idsByReference = new LRUCache<string, Promise<number>>({ max: maxRemembered });

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

  const keyOf = (id: string): ItemKey => ({
    source: source.key,
    kind: 'account',
    sourceId: id.slice(0, maxKeyLength),
  });

  /** Throws AppError if the name or the address is taken. */
  async function createAccount({ avatar: _, ...values }: Person, sourceId: string): Promise<number> {
    // The password is random and not stored; the owner of the address can reset it.
    passwordHash ??= await accounts.hashPassword(createRandomSecret());
    const given = { ...values, passwordHash };
    return inTransaction(db, async (tx) => {
      await beginWrite(tx, `account ${source.key} ${sourceId}`);
      const written = await findItem(tx, keyOf(sourceId));
      if (written && (await accounts.find(written.objectId, tx))) return written.objectId;
      const id = await accounts.create(tx, given, { isImported: true });
      await putItem(tx, keyOf(sourceId), { runId, objectId: id });
      return id;
    });
  }

  async function findOrCreateAccount(person: Person): Promise<number> {
    const found = await findAccountId(person.username);
    if (found !== undefined) return found;
    const avatar = person.avatar && (await pictures.readAvatar(person.avatar));
    try {
      const id = await createAccount(person, `@${person.username}`);
      if (avatar) await accounts.updateProfile({ id }, { avatar });
      return id;
    } catch (error) {
      const fields = fieldsOf(error);
      if (fields?.email) refuse('imports.emailTaken', {}, { email: person.email, author: person.label });
      const concurrentId = fields?.username && (await findAccountId(person.username));
      if (concurrentId !== undefined) return concurrentId;
      const [problem] = fields?.username ?? [];
      throw problem ? new Refusal({ ...problem, about: person.label }) : error;
    }
  }

  /**
   * The account of somebody whom the source knows by id. It is an account of the site only if the table of people says so or
   * the address is verified: a guest with the name of an author of this site is not that author.
   */
  async function findOrCreateSourcePerson(person: SourcePerson): Promise<number> {
    const known = await findItem(db, keyOf(person.id));
    if (known && (await accounts.find(known.objectId))) return known.objectId;
    const described = person.isVerified
      ? (findDescribed(person.username ?? person.name) ?? findDescribed(person.name))
      : undefined;
    if (described) return findOrCreateAccount(described);
    const byEmail = person.email ? await accounts.findByLogin(person.email) : undefined;
    if (byEmail && person.isVerified) return byEmail.id;
    return createWithFreeName(toPerson(person, byEmail !== undefined), person.id);
  }

  /** With the first of the names `sergey`, `sergey-2` and so on that is free. */
  async function createWithFreeName(given: Person, sourceId: string): Promise<number> {
    let person = given;
    let first = lastNumbers.get(given.username) ?? 1;
    for (const amount of triedNumbers) {
      const numbers = Array.from({ length: amount }, (_, index) => first + index);
      const nameOf = (number: number) => numbered(given.username, number);
      const taken = await accounts.findTakenUsernames(numbers.map(nameOf));
      for (const number of numbers.filter((one) => !taken.has(nameOf(one))).slice(0, maxAttempts)) {
        const username = nameOf(number);
        const email = person.email.endsWith(`@${inventEmail.domain}`) ? inventEmail(username) : person.email;
        try {
          const id = await createAccount({ ...person, username, email }, sourceId);
          lastNumbers.set(given.username, number);
          return id;
        } catch (error) {
          const fields = fieldsOf(error);
          if (!fields?.email && !fields?.username) throw error;
          if (fields.email) person = { ...person, email: inventEmail(username) };
        }
      }
      first += amount;
    }
    return refuse('imports.namesTaken', {}, { author: person.label });
  }

  return {
    getId: ({ text, person }) =>
      person
        ? getOrCreate(`#${person.id}`, () => findOrCreateSourcePerson(person))
        : getOrCreate(text, async () => {
            const described = findDescribed(text);
            const found = described ? undefined : await findAccountId(text);
            if (found !== undefined) return found;
            const created = described ?? createPersonFromName(text);
            return getOrCreate(`@${created.username}`, () => findOrCreateAccount(created));
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

const numbered = (username: string, number: number): string =>
  number === 1 ? username : `${username.slice(0, 50)}-${number}`;

const fieldsOf = (error: unknown) => (error instanceof AppError ? error.details.fields : undefined);

const fallbackName = 'Читатель';

/** Names and addresses of other systems follow other rules; what does not fit is left out. */
function toPerson({ name, username, email, bio }: SourcePerson, isEmailTaken: boolean): Person {
  const person = [username && { name, username }, { name }, { name: fallbackName }]
    .filter((one) => one !== undefined && one !== '')
    .map((one) => tryPerson(one as { name: string; username?: string }))
    .find((one) => one !== undefined);
  if (!person) throw new Error(`no account can be named ${fallbackName}`);
  const address = email && !isEmailTaken ? registerBody.shape.email.safeParse(email) : undefined;
  const about = profileBody.shape.bio.safeParse(bio ?? '');
  return {
    ...person,
    email: address?.success ? address.data : inventEmail(person.username),
    bio: about.success ? (about.data ?? '') : '',
  };
}

function tryPerson({ name, username }: { name: string; username?: string }): Person | undefined {
  try {
    return createPersonFromName(cutText(name.trim(), 100) || fallbackName, username);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
