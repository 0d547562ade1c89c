import { describe, expect, it } from 'vitest';
import { createTotpSecret, describeTotp, findTotpStep } from './totp.ts';

/** RFC 6238, appendix B: the key and the codes of SHA-1. A code of six digits is the end of the one of eight. */
const key = new TextEncoder().encode('12345678901234567890');
const vectors: [seconds: number, code: string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
];
const at = (seconds: number) => new Date(seconds * 1000);

describe('the codes of RFC 6238', () => {
  it.each(vectors)('at %i seconds', (seconds, code) => {
    const sixDigits = code.slice(2);
    const step = Math.floor(seconds / 30);
    expect(findTotpStep(key, sixDigits, at(seconds))).toBe(step);
    // The step before and the one after are accepted, as the step of the code.
    expect(findTotpStep(key, sixDigits, at(seconds + 30))).toBe(step);
    expect(findTotpStep(key, sixDigits, at(Math.max(0, seconds - 30)))).toBe(step);
    expect(findTotpStep(key, sixDigits, at(seconds + 60))).toBeUndefined();
  });
});

it.each(['000000', '28708', '2870820', 'abcdef', ''])('refuses %j', (code) =>
  expect(findTotpStep(key, code, at(59))).toBeUndefined(),
);

it('describes a secret of 160 bits for people and for apps', () => {
  const bytes = createTotpSecret();
  expect(bytes).toHaveLength(20);
  const { secret, uri } = describeTotp(bytes, { siteName: 'Новости: сайт', username: 'анна' });
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const url = new URL(uri);
  expect(uri).toMatch(/^otpauth:\/\/totp\//);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: 'Новости: сайт',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  expect(decodeURIComponent(url.pathname)).toContain('анна');
});

it.each(['', '12345', '1234567', '𐀀𐀀𐀀', '１２３４５６'])('refuses the code %j', (code) => {
  expect(findTotpStep(createTotpSecret(), code, new Date(0))).toBeUndefined();
});
