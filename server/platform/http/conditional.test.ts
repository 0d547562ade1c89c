import { describe, expect, it } from 'vitest';
import { entityTag, expectedVersions, matchesEtag } from './conditional.ts';

describe('entityTag', () => {
  it('is equal for equal bytes only', () => {
    expect(entityTag('{"a":1}')).toBe(entityTag('{"a":1}'));
    expect(entityTag('{"a":1}')).not.toBe(entityTag('{"a":2}'));
    expect(entityTag('')).toMatch(/^W\/"[\w-]{20}"$/);
  });
});

describe('matchesEtag', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['W/"abc"', true],
    ['"abc"', true],
    ['"x", W/"abc"', true],
    ['*', true],
    ['"abcd"', false],
    ['abc', false],
  ])('for %s returns %s', (header, expected) => {
    expect(matchesEtag(header, 'W/"abc"')).toBe(expected);
  });
});

describe('expectedVersions', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['*', undefined],
    ['"3"', [3]],
    ['3', [3]],
    ['"3", "4"', [3, 4]],
    ['W/"3"', []],
    ['"abc"', []],
    ['"1e3"', []],
  ])('parses %s as %j', (header, expected) => {
    expect(expectedVersions(header)).toEqual(expected);
  });
});
