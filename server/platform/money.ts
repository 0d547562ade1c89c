const kopecksInRouble = 100;

/** `299.00` of 29900: money is whole kopecks inside and a text with two decimals outside (contract 1.7). */
export function formatKopecks(kopecks: number): string {
  const whole = Math.floor(kopecks / kopecksInRouble);
  return `${whole}.${String(kopecks % kopecksInRouble).padStart(2, '0')}`;
}

/** Kopecks of `299`, `299.9`, `299,90`; undefined for what is no sum of whole kopecks. No fraction is ever computed. */
export function parseKopecks(text: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  return Number(whole) * kopecksInRouble + Number(fraction.padEnd(2, '0'));
}

/** Roubles as a plain number, for statistics only. */
export const toRoubles = (kopecks: number): number => kopecks / kopecksInRouble;
