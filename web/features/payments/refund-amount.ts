import { plainNumber } from '#locales/format.ts';

/** Parses an amount as people write it (`299`, `2 990,5`, `299.50`) into kopecks; null if it is invalid. */
export function parseKopecks(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(plainNumber(text)) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/** The amount in the format of the API: `299.00`. */
export const formatApiAmount = (kopecks: number): string =>
  `${Math.floor(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`;

/** The amount as people write it: `299`, `299,50`. */
export const formatInputAmount = (kopecks: number): string =>
  formatApiAmount(kopecks).replace(/\.00$/, '').replace('.', ',');

/**
 * Idempotency keys for refunds. A repeated identical request keeps its key, so that a retry after a lost response does
 * not refund twice. A changed request, and each request after a response (`reset`), gets a new key.
 */
export function createRefundKeys(createKey: () => string) {
  let current: { body: string; key: string } | null = null;
  return {
    keyFor(body: object): string {
      const text = JSON.stringify(body);
      if (current?.body !== text) current = { body: text, key: createKey() };
      return current.key;
    },
    reset(): void {
      current = null;
    },
  };
}
