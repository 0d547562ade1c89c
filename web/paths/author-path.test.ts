import { expect, it } from 'vitest';
import { authorPath } from './author-path.ts';

it.each([
  ['ivan.petrov', '/users/ivan.petrov'],
  ['тамара', '/users/%D1%82%D0%B0%D0%BC%D0%B0%D1%80%D0%B0'],
  ['ivan@example.com', '/users/ivan%40example.com'],
  ['a+b', '/users/a%2Bb'],
  ['big.data', '/users/big%2Edata'],
  ['x.data.x', '/users/x.data.x'],
])('maps the user %s to %s', (username, path) => {
  expect(authorPath({ username })).toBe(path);
});
