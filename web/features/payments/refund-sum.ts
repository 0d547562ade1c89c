import { plainNumber } from '#text/format.ts';

/** Parses an amount as people write it (`299`, `2 990,5`, `299.50`) into kopecks; null if it is invalid. */
export function kopecksOf(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(plainNumber(text)) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/** The amount in the format of the API: `299.00`. */
export const amountOf = (kopecks: number): string =>
  `${Math.floor(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`;

/** The amount as people write it: `299`, `299,50`. */
export const writtenSum = (kopecks: number): string =>
  amountOf(kopecks).replace(/\.00$/, '').replace('.', ',');

/**
 * Idempotency keys for refunds. A repeated identical request keeps its key, so that a retry after a lost response does
 * not refund twice. A changed request, and each request after a response (`reset`), gets a new key.
 */
export function createRefundNames(newName: () => string) {
  let current: { wish: string; name: string } | null = null;
  return {
    nameOf(wish: object): string {
      const text = JSON.stringify(wish);
      if (current?.wish !== text) current = { wish: text, name: newName() };
      return current.name;
    },
    settle(): void {
      current = null;
    },
  };
}
