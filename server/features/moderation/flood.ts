/** Fewer than this within an hour worry nobody. */
const minFlood = 30;
const floodFactor = 5;

/** How many are usual in an hour: the mean of the same hour of the last days. */
export const usualOf = (hours: readonly number[]): number =>
  hours.length === 0 ? 0 : Math.round(hours.reduce((sum, count) => sum + count, 0) / hours.length);

/** Whether the last hour brought far more than is usual. */
export const isFlood = (count: number, usual: number): boolean =>
  count >= minFlood && count > floodFactor * usual;
