import { expect, it } from 'vitest';
import { isUnfilteredFirstPage, parsePaymentList, paymentListPath } from './payment-list-path.ts';

it.each([
  ['', { search: '', status: null, page: 1 }],
  ['status=refunded&search=+anna+&page=3', { search: 'anna', status: 'refunded', page: 3 }],
  ['status=odd&page=-1', { search: '', status: null, page: 1 }],
] as const)('reads «%s»', (query, expected) => {
  expect(parsePaymentList(new URLSearchParams(query))).toEqual(expected);
});

it('omits defaults and parses its own output', () => {
  expect(paymentListPath({ search: '', status: null, page: 1 })).toBe('/staff/payments');
  const list = { search: 'а & б', status: 'failed', page: 2 } as const;
  const path = paymentListPath(list);
  expect(parsePaymentList(new URL(path, 'http://localhost').searchParams)).toEqual(list);
  expect([isUnfilteredFirstPage(list), isUnfilteredFirstPage({ search: '', status: null, page: 1 })]).toEqual(
    [false, true],
  );
});
