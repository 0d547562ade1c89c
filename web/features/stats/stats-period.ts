/** The periods of the contract, whose schemas pages do not load. */
export const periods = ['7', '30', '90'] as const;
export type StatsPeriod = (typeof periods)[number];

export const parsePeriod = (query: URLSearchParams): StatsPeriod =>
  periods.find((period) => period === query.get('period')) ?? '30';
