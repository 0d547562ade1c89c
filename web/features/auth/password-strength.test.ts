import { describe, expect, it } from 'vitest';
import { ratePassword } from './password-strength.ts';

describe('ratePassword', () => {
  it.each([
    ['', 'weak'],
    ['Password1', 'weak'],
    ['P@ssw0rd!', 'weak'],
    ['qwerty123456', 'weak'],
    ['йцукен2024', 'weak'],
    ['aaaaaaaaaaaa', 'weak'],
    ['abcdefgh', 'weak'],
    ['Привет123', 'weak'],
    ['Sunflower2024', 'fair'],
    ['самовар и чай', 'fair'],
    ['aB3$xY9!', 'good'],
    ['зелёный чайник поёт', 'good'],
    ['correct horse battery staple', 'excellent'],
    ['x8K!p2Lq9#Zt', 'excellent'],
  ] as const)('rates %j as %s', (password, rating) => {
    expect(ratePassword(password)).toBe(rating);
  });

  it('rates long and unusual texts as weak', () => {
    expect(ratePassword('😀'.repeat(5_000))).toBe('weak');
    expect(ratePassword('İ'.repeat(300))).toBe('weak');
  });
});
