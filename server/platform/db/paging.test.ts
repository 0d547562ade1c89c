import { describe, expect, it } from 'vitest';
import { orderingOf, pageOf, readWithReversePagination } from './paging.ts';

describe('pageOf', () => {
  it('returns page 1 of an empty list', () =>
    expect(pageOf({}, 0)).toEqual({ number: 1, size: 20, offset: 0 }));
  it('applies and clamps the page size', () => {
    expect(pageOf({ page_size: '5', page: '3' }, 11)).toEqual({ number: 3, size: 5, offset: 10 });
    expect(pageOf({ page_size: '1000' }, 1).size).toBe(100);
    expect(pageOf({ page_size: 'many' }, 1).size).toBe(20);
  });
  it('resolves the last page', () => expect(pageOf({ page: 'last' }, 41).number).toBe(3));
  it.each(['0', '-1', '4', 'x', '1.5', '1e9', ''])('throws for page %s of three', (page) =>
    expect(() => pageOf({ page }, 41)).toThrow(),
  );
});

describe('orderingOf', () => {
  const fields = { title: 'title', created_at: 'created' } as const;
  const fallback = [{ field: 'created', isDescending: true }] as const;
  it('parses fields and directions', () =>
    expect(orderingOf('-title,created_at', fields, [...fallback])).toEqual([
      { field: 'title', isDescending: true },
      { field: 'created', isDescending: false },
    ]));
  it.each([undefined, '', 'password', 'constructor', '__proto__', 'title;drop', '-'])(
    'returns the default for %s',
    (value) => expect(orderingOf(value, fields, [...fallback])).toEqual(fallback),
  );
});

describe('readWithReversePagination', () => {
  const rows = [1, 2, 3, 4, 5, 6, 7];
  const total = rows.length;
  const ordering = [{ field: 'id', isDescending: false }];
  it('returns the rows of every range and skips at most half of the list', async () => {
    for (let offset = 0; offset <= total; offset += 1)
      for (let limit = 0; limit <= total; limit += 1) {
        const read = await readWithReversePagination({ ordering, offset, limit, total }, async (range) => {
          expect(range.offset).toBeLessThanOrEqual(total / 2);
          const inOrder = range.ordering[0]?.isDescending ? rows.toReversed() : rows;
          return inOrder.slice(range.offset, range.offset + range.limit);
        });
        expect(read).toEqual(rows.slice(offset, offset + limit));
      }
  });
  it('reads from the start when the total is unknown', async () => {
    const requested = { ordering, offset: 6, limit: 2 };
    expect(await readWithReversePagination(requested, async (range) => [range])).toEqual([requested]);
  });
});
