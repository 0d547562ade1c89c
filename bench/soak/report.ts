import type { Outcome } from './readers.ts';

/** Attempts of each attack by status; 0 when no response arrived or none was awaited. */
export type Attempts = Map<string, Map<number, number>>;

const minSuccess = 0.99;
/** Limit for the mean of the last third of the samples, as a multiple of the mean of the second third. */
const maxGrowth = 1.1;

const isGood = ({ status }: Outcome): boolean => status >= 200 && status < 400;
const successShare = (outcomes: Outcome[]): number =>
  outcomes.length === 0 ? 0 : outcomes.filter(isGood).length / outcomes.length;
const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;
const mean = (numbers: number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

/** One line of progress. */
export const formatProgress = (outcomes: Outcome[], megabytes: number[]): string =>
  `${outcomes.length} reader requests, ${percent(successShare(outcomes))} served, ${megabytes.at(-1) ?? '?'} MB`;

/** Prints the summary; true when readers were served and memory stayed flat. */
export function printSummary(outcomes: Outcome[], attempts: Attempts, megabytes: number[]): boolean {
  console.log('\nReaders');
  console.table(
    Object.fromEntries(
      [...Map.groupBy(outcomes, ({ kind }) => kind)].map(([kind, of]) => {
        const times = of.map(({ ms }) => ms).sort((a, b) => a - b);
        const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
        const failed = of.filter((outcome) => !isGood(outcome));
        const statuses = [...Map.groupBy(failed, ({ status }) => status)].map(
          ([s, all]) => `${s}: ${all.length}`,
        );
        return [kind, { requests: of.length, p50: at(0.5), p99: at(0.99), refused: statuses.join(', ') }];
      }),
    ),
  );
  console.log('Attackers: attempts by status (0: no response, or none awaited)');
  for (const [name, counts] of attempts)
    console.log(
      `  ${name}: ${[...counts]
        .sort()
        .map(([status, count]) => `${status}: ${count}`)
        .join(', ')}`,
    );
  const third = Math.floor(megabytes.length / 3);
  const growth = mean(megabytes.slice(2 * third)) / mean(megabytes.slice(third, 2 * third));
  const share = successShare(outcomes);
  const isFlat = megabytes.length >= 3 && growth <= maxGrowth;
  console.log(
    `Memory: ${megabytes[0]} MB first, ${Math.max(...megabytes)} MB peak, ${megabytes.at(-1)} MB last; last third ${growth.toFixed(2)} times the second`,
  );
  console.log(`${share >= minSuccess ? '✓' : '✗'} readers: ${percent(share)} of ${outcomes.length} served`);
  console.log(`${isFlat ? '✓' : '✗'} memory: growth at most ${maxGrowth} times`);
  const results = [share >= minSuccess, isFlat];
  console.log(`\n${results.filter(Boolean).length} passed, ${results.filter((good) => !good).length} failed`);
  return results.every(Boolean);
}
