const kopecksInRouble = 100;

/** `299.00` for 29900. Amounts are integer kopecks internally and strings with two decimals in the API. */
export function formatKopecks(kopecks: number): string {
  const whole = Math.floor(kopecks / kopecksInRouble);
  return `${whole}.${String(kopecks % kopecksInRouble).padStart(2, '0')}`;
}

/** Kopecks of `299`, `299.9` or `299,90`; undefined for anything else. No floating-point fraction is computed. */
export function parseKopecks(text: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  return Number(whole) * kopecksInRouble + Number(fraction.padEnd(2, '0'));
}

/** Roubles as a number, for statistics only. */
export const toRoubles = (kopecks: number): number => kopecks / kopecksInRouble;
