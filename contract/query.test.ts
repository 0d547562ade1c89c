import { describe, expect, it } from 'vitest';
import {
  maxOrderingFields,
  normaliseOrdering,
  normalisePage,
  normalisePageSize,
  normaliseSearch,
  searchMaxLength,
} from './query.ts';

describe('normalisePage', () => {
  it.each([
    ['7', '7'],
    ['007', '7'],
    [' 7 ', '7'],
    ['+7', '7'],
    ['7.0', '7'],
    ['last', 'last'],
    ['0', '0'],
    ['-1', '0'],
    ['1.5', '0'],
    ['x', '0'],
    ['99999999999999999999', '0'],
  ])('writes %j as %j', (value, normal) => expect(normalisePage(value)).toBe(normal));
});

describe('normalisePageSize', () => {
  it.each([
    ['20', '20'],
    ['020', '20'],
    ['101', '100'],
    ['1e9', '100'],
    ['0', ''],
    ['many', ''],
  ])('writes %j as %j', (value, normal) => expect(normalisePageSize(value)).toBe(normal));
});

describe('normaliseOrdering', () => {
  const fields = ['created_at', 'title', 'updated_at', 'views_count', 'name'];
  const aliases = { view_count: 'views_count' };
  it.each([
    ['-title, created_at', '-title,created_at'],
    ['title,-title,title', 'title'],
    ['password,-title,;drop', '-title'],
    ['view_count,-views_count', 'views_count'],
    ['constructor,__proto__,-,', ''],
    ['--title', ''],
    ['name,views_count,updated_at,title,created_at', 'name,views_count,updated_at,title'],
  ])('writes %j as %j', (value, normal) => expect(normaliseOrdering(value, fields, aliases)).toBe(normal));

  it('keeps at most four of thousands of fields', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `f${index}`);
    expect(normaliseOrdering(many.join(','), many).split(',')).toHaveLength(maxOrderingFields);
  });
});

describe('normaliseSearch', () => {
  it('ignores characters beyond the limit', () =>
    expect(normaliseSearch('x'.repeat(16_000))).toHaveLength(searchMaxLength));
  it('does not split a surrogate pair', () => {
    const text = normaliseSearch(`${'x'.repeat(searchMaxLength - 1)}😀`);
    expect(text.isWellFormed()).toBe(true);
  });
});
