import { expect, it } from 'vitest';
import { normalisePage, pageCountOf, pageUrl } from './page-number.ts';

it('counts one page for an empty list', () => {
  expect([0, 1, 20, 21].map((count) => pageCountOf(count, 20))).toEqual([1, 1, 1, 2]);
});

it('omits page 1 and invalid pages from URLs', () => {
  expect(['1', '0', '-3', '1.5', 'abc', ''].map(normalisePage)).toEqual(['', '', '', '', '', '']);
  expect(normalisePage('2')).toBe('2');
  expect([1, 2].map((page) => pageUrl('/categories', page))).toEqual(['/categories', '/categories?page=2']);
});
