import { profileBody, registerBody } from '#contract/auth.ts';
import { slugify } from '#contract/slug.ts';
import { type Problem, parseWith, Refusal } from './problem.ts';
import { getFields, getText, readYaml, type YamlFields, type YamlText } from './yaml-value.ts';

export const authorsFile = '_data/authors.yml';

/** A person in a folder: the data of an account, if it has to be created. */
export type Person = {
  label: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  bio: string;
  /** An avatar in the folder. */
  avatar?: YamlText | undefined;
};

/** The people of `_data/authors.yml` by key; those with invalid data are in `broken`. `byName` has names in small letters. */
export type People = {
  known: Map<string, Person>;
  broken: Map<string, Problem>;
  byName: Map<string, Person | 'broken'>;
};

export const emptyPeople: People = { known: new Map(), broken: new Map(), byName: new Map() };

const usernameRules = { maxLength: 60, fallback: 'author' };
const usernameMinLength = 3;
/** A domain that can never exist (RFC 2606, section 2), so that nobody can reset the password. */
const invalidDomain = 'import.invalid';

/** Reads `_data/authors.yml`. Throws Refusal if it is not a mapping. */
export function readPeople(text: string): People {
  const people: People = { known: new Map(), broken: new Map(), byName: new Map() };
  for (const [key, value] of getFields(readYaml(text))) {
    try {
      people.known.set(key, readPerson(key, getFields(value), value.line));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      people.broken.set(key, error.problem);
    }
  }
  const { known, broken, byName } = people;
  for (const [key, { about = key }] of broken)
    for (const name of [key, about]) byName.set(name.toLowerCase(), 'broken');
  for (const person of known.values())
    for (const name of [person.label, person.username].map((one) => one.toLowerCase()))
      byName.set(name, byName.get(name) ?? person);
  return people;
}

/** The person whom an article references by key, name or username; undefined for a person without data. */
export function findPerson(people: People, reference: string): Person | 'broken' | undefined {
  return people.known.get(reference) ?? people.byName.get(reference.toLowerCase());
}

/** Creates a person from a name alone. Throws Refusal for a name that is invalid for an account. */
export function createPersonFromName(name: string, username?: string): Person {
  return createPerson(name, { username, email: undefined, bio: '' }, () => undefined);
}

/** An address that nobody has. */
export const inventEmail = Object.assign(
  (username: string): string => `${slugify(username, usernameRules)}@${invalidDomain}`,
  { domain: invalidDomain },
);

function readPerson(key: string, fields: YamlFields, line: number): Person {
  const label = getText(fields, 'name')?.text ?? key;
  const given = {
    username: getText(fields, 'username')?.text,
    email: getText(fields, 'email')?.text,
    bio: getText(fields, 'bio')?.text ?? '',
    avatar: getText(fields, 'avatar'),
  };
  return createPerson(label, given, (field) => fields.get(field)?.line ?? line);
}

type PersonFields = {
  username: string | undefined;
  email: string | undefined;
  bio: string;
  avatar?: YamlText | undefined;
};

/** Validated by the schemas of the registration, so that imported accounts follow the same rules. */
function createPerson(
  label: string,
  given: PersonFields,
  lineOf: (field: string) => number | undefined,
): Person {
  const [firstName = '', ...rest] = label.split(/\s+/);
  const locate = (field: string) => ({ line: lineOf(field), about: label });
  const username = parseWith(
    registerBody.shape.username,
    given.username ?? deriveUsername(label),
    locate('username'),
  );
  const email = given.email ?? inventEmail(username);
  return {
    label,
    username,
    email: parseWith(registerBody.shape.email, email, locate('email')),
    firstName: parseWith(registerBody.shape.first_name, firstName, locate('name')) ?? '',
    lastName: parseWith(registerBody.shape.last_name, rest.join(' '), locate('name')) ?? '',
    bio: parseWith(profileBody.shape.bio, given.bio, locate('bio')) ?? '',
    ...(given.avatar && { avatar: given.avatar }),
  };
}

function deriveUsername(name: string): string {
  const username = slugify(name, usernameRules);
  return username.length < usernameMinLength ? `${usernameRules.fallback}-${username}` : username;
}
