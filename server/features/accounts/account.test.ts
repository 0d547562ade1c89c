import { describe, expect, it } from 'vitest';
import { fullName, identityKey, mixesAlphabets, passwordProblem } from './account.ts';

describe('identityKey', () => {
  it.each([
    ['  Anna ', 'anna'],
    ['ﬁsh', 'fish'],
    ['ИВАН', 'иван'],
    ['user＠example.com', 'user@example.com'],
  ])('compares %s as %s', (value, key) => {
    expect(identityKey(value)).toBe(key);
  });
});

describe('mixesAlphabets', () => {
  it('refuses a Cyrillic letter in a Latin name', () => expect(mixesAlphabets('аdmin')).toBe(true));
  it.each(['admin', 'Иван_1', 'user.name+1'])('accepts %s', (name) =>
    expect(mixesAlphabets(name)).toBe(false),
  );
});

describe('passwordProblem', () => {
  const identity = { username: 'newuser', email: 'newuser@example.com' };
  it.each([
    ['1234567890', 'auth.passwordNumeric'],
    ['NewUser@example.com', 'auth.passwordLikeName'],
    ['password', 'auth.passwordCommon'],
    ['Password123', 'auth.passwordCommon'],
    ['QWERTYUIOP', 'auth.passwordCommon'],
    ['p455w0rd', 'auth.passwordCommon'],
  ])('refuses %s', (password, problem) => expect(passwordProblem(password, identity)).toBe(problem));
  it.each(['TestPassword123!', 'newpass123', 'Another456!', 'пароль от дачи'])('accepts %s', (password) =>
    expect(passwordProblem(password, identity)).toBeUndefined(),
  );
});

it('joins the names that are there', () => {
  expect(fullName({ firstName: 'Анна', lastName: '' })).toBe('Анна');
  expect(fullName({ firstName: '', lastName: '' })).toBe('');
});
