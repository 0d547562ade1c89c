import { describe, expect, it } from 'vitest';
import { createPersonFromName, findPerson, readPeople } from './people.ts';
import { Refusal } from './problem.ts';

const file = `vera:
  name: Вера Ивановна Калинина
  username: kalinina
  email: vera@example.com
  bio: Репортёр.
ilya:
  name: Илья
ян:
`;

describe('readPeople', () => {
  it('reads people and derives missing fields', () => {
    const { known, broken } = readPeople(file);
    expect(broken.size).toBe(0);
    expect([...known.values()]).toEqual([
      {
        label: 'Вера Ивановна Калинина',
        username: 'kalinina',
        email: 'vera@example.com',
        firstName: 'Вера',
        lastName: 'Ивановна Калинина',
        bio: 'Репортёр.',
      },
      {
        label: 'Илья',
        username: 'ilya',
        email: 'ilya@import.invalid',
        firstName: 'Илья',
        lastName: '',
        bio: '',
      },
      { label: 'ян', username: 'yan', email: 'yan@import.invalid', firstName: 'ян', lastName: '', bio: '' },
    ]);
  });

  it('separates people with invalid data, with the line', () => {
    const { known, broken } = readPeople(
      `vera:\n  name: Вера\n  email: не адрес\nilya:\n  name: Илья\n  bio: ${'я'.repeat(501)}\ngleb: Глеб\nnina:\n  username: n\n`,
    );
    expect([...known.keys()]).toEqual([]);
    expect(Object.fromEntries(broken)).toMatchObject({
      vera: { key: 'auth.emailInvalid', line: 3, about: 'Вера' },
      ilya: { key: 'validation.tooLong', line: 6, values: { max: 500 } },
      gleb: { key: 'imports.notMapping', line: 7 },
      nina: { key: 'auth.usernameTooShort', line: 9 },
    });
  });

  it('returns nobody for an empty file', () => {
    expect(readPeople('').known.size).toBe(0);
    expect(readPeople('# пусто\n').known.size).toBe(0);
  });
});

it.each(['vera', 'Вера Ивановна Калинина', 'вера ивановна калинина', 'KALININA'])('finds %s', (reference) => {
  expect(findPerson(readPeople(file), reference)).toMatchObject({ username: 'kalinina' });
});

it.each(['a', 'Аня', 'аня'])('returns broken for %s with invalid data', (reference) => {
  expect(findPerson(readPeople('a:\n  name: Аня\n  email: нет\n'), reference)).toBe('broken');
});

it('returns undefined for an unknown person', () => {
  expect(findPerson(readPeople(file), 'gleb')).toBeUndefined();
});

describe('personOfName', () => {
  it.each([
    ['Иван Петров', 'ivan-petrov', 'Иван', 'Петров'],
    ['Ю', 'author-yu', 'Ю', ''],
    ['2026', '2026-author', '2026', ''],
    ['???', 'author', '???', ''],
  ])('derives the account data from the name %s', (name, username, firstName, lastName) => {
    expect(createPersonFromName(name)).toMatchObject({
      username,
      email: `${username}@import.invalid`,
      firstName,
      lastName,
    });
  });

  it('refuses a name that is too long for an account', () => {
    expect(() => createPersonFromName(`${'Я'.repeat(31)} Б`)).toThrow(Refusal);
  });
});
