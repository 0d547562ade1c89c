import { expect, it } from 'vitest';
import { parseId } from './id.ts';

it.each([
  ['7', 7],
  ['007', 7],
  ['999999999999999', 999_999_999_999_999],
])('reads %j as an id', (text, id) => {
  expect(parseId(text)).toBe(id);
});

it.each(['', '1000000000000000', '-1', '1.0', '1e3', ' 1', '1\n', 'slug'])('refuses %j', (text) => {
  expect(parseId(text)).toBeUndefined();
});
