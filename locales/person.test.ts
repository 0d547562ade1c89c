import { describe, expect, it } from 'vitest';
import { displayName, initials } from './person.ts';

describe('displayName', () => {
  it('prefers the full name', () => {
    const person = { username: 'vera', full_name: ' Вера Холодная ', first_name: 'В', last_name: 'Х' };
    expect(displayName(person)).toBe('Вера Холодная');
  });

  it('joins first and last name when there is no full name, whichever is present', () => {
    expect(displayName({ username: 'vera', full_name: '', first_name: 'Вера', last_name: 'Ц' })).toBe(
      'Вера Ц',
    );
    expect(displayName({ username: 'vera', full_name: '  ', first_name: '', last_name: 'Ц' })).toBe('Ц');
  });

  it('falls back to the name of the account', () => {
    expect(displayName({ username: 'vera', full_name: '' })).toBe('vera');
  });
});

describe('initials', () => {
  it('takes the first letters of the first two words, in capitals', () => {
    expect(initials({ username: 'x', full_name: 'анна мария Реми' })).toBe('АМ');
    expect(initials({ username: 'x', full_name: 'Ёлка' })).toBe('Ё');
  });

  it('takes the first letter of the account when there is no name', () => {
    expect(initials({ username: 'nikolay', full_name: '' })).toBe('N');
  });

  it('survives names without letters, letters outside the first plane, and nobody at all', () => {
    expect(initials({ username: '@+', full_name: '' })).toBe('@');
    expect(initials({ username: '𐐷ok', full_name: '' })).toBe('𐐏');
    expect(initials({ username: '', full_name: '' })).toBe('');
  });
});
