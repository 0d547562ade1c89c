/** The periods of the contract, whose schemas pages do not load. */
export const periods = ['7', '30', '90'] as const;
export type StatsPeriod = (typeof periods)[number];

/** Normalises the period of a URL; empty for the default. */
export const normalizePeriod = (value: string): string =>
  value !== '30' && periods.some((period) => period === value) ? value : '';

export const parsePeriod = (query: URLSearchParams): StatsPeriod =>
  periods.find((period) => period === query.get('period')) ?? '30';
