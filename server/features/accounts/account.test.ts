import { describe, expect, it } from 'vitest';
import { fullName, identityKey, passwordProblem, usernameProblem } from './account.ts';

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

describe('usernameProblem', () => {
  it('refuses a Cyrillic letter in a Latin name', () =>
    expect(usernameProblem('аdmin')).toBe('auth.usernameMixed'));
  it.each(['anna@mail.ru', 'anna@mail.ru.', 'a@b@c.ru', 'Анна@почта.рф', 'я@mail.ru'])(
    'refuses the address %s',
    (name) => expect(usernameProblem(name)).toBe('auth.usernameIsEmail'),
  );
  it.each(['admin', 'Иван_1', 'user.name+1', '@anna', 'anna@home', 'a.b@c', '@anna.k'])(
    'accepts %s',
    (name) => expect(usernameProblem(name)).toBeUndefined(),
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
    ['Scooter8', 'auth.passwordCommon'],
    ['asd123asd123', 'auth.passwordCommon'],
  ])('refuses %s', (password, problem) => expect(passwordProblem(password, identity)).toBe(problem));
  it.each(['TestPassword123!', 'newpass123', 'Another456!', 'пароль от дачи'])('accepts %s', (password) =>
    expect(passwordProblem(password, identity)).toBeUndefined(),
  );
});

it('joins the first and last name, either of which may be empty', () => {
  expect(fullName({ firstName: 'Анна', lastName: '' })).toBe('Анна');
  expect(fullName({ firstName: '', lastName: '' })).toBe('');
});
