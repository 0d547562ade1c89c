import { plainNumber } from '#text/format.ts';

/** Kopecks of a sum as people write it: `299`, `2 990,5`, `299.50`; null for what is no sum of whole kopecks. */
export function kopecksOf(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(plainNumber(text)) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/** The sum as the API writes it. */
export const amountOf = (kopecks: number): string =>
  `${Math.floor(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`;

/** The sum as people write it: `299`, `299,50`. */
export const writtenSum = (kopecks: number): string =>
  amountOf(kopecks).replace(/\.00$/, '').replace('.', ',');

/**
 * Names for refunds: whatever is sent again unchanged keeps its name, so that an answer that got lost costs nothing. A
 * changed wish is another refund, and so is everything after an answer (`settle`).
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
