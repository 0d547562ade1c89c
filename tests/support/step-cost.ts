import { afterAll, beforeAll } from 'vitest';
import { startExecutionCounter } from './execution-counter.ts';
import { countNativeSteps } from './native-steps.ts';

/** Work on texts of about `length` characters that are built to be expensive, and on ordinary ones. */
export type Comparison = {
  name: string;
  work: (text: string) => unknown;
  attack: (length: number) => string;
  ordinary: (length: number) => string;
  length: number;
  floor?: number;
};

/** How many times more steps an attack may take than an ordinary text of the same length. */
const maxRatio = 3;
/** Fewer steps are not compared: those of 200,000 characters take some 20 ms. */
const ignoredStepsPerCharacter = 50;
/** Faster growth than with the cube of the length, and many times the floor, are found before they take minutes. */
const maxGrowth = 8;
const ignoredSteps = 200_000;
const maxFloors = 8;
const firstPart = 1 / 1024;

let counter: ReturnType<typeof startExecutionCounter>;
let native: ReturnType<typeof countNativeSteps>;

/**
 * To be called before the other hooks of a test file. Code that ran before, in a process that several files share, is counted
 * by calls of its functions, not by blocks.
 */
export function countSteps(): void {
  beforeAll(() => {
    counter = startExecutionCounter();
    native = countNativeSteps();
  });
  afterAll(() => {
    native.stop();
    counter.stop();
  });
}

async function count(work: () => unknown): Promise<number> {
  native.take();
  const blocks = await counter.count(work);
  return blocks + native.take();
}

/**
 * Counts the steps of attacks at growing lengths and returns a description of each that takes too many: more than three
 * times those of an ordinary text, whose steps at a quarter of the length are multiplied by four. Rethrows errors of `work`.
 */
export async function findExcessiveCosts(comparisons: Comparison[]): Promise<string[]> {
  await stepsOf(comparisons, firstPart);
  const leastFloor = Math.min(...comparisons.map(floorOf));
  let previous = Number.POSITIVE_INFINITY;
  for (let part = firstPart; part < 1; part *= 2) {
    const steps = await stepsOf(comparisons, part);
    const isSudden = steps > maxGrowth * previous + ignoredSteps || steps > maxFloors * leastFloor;
    const found = isSudden ? await findExcess(comparisons, part) : [];
    if (found.length > 0) return found;
    previous = steps;
  }
  return (await stepsOf(comparisons, 1)) > leastFloor ? findExcess(comparisons, 1) : [];
}

const floorOf = ({ length, floor = ignoredStepsPerCharacter * length }: Comparison): number =>
  Math.max(ignoredSteps, floor);

const stepsOf = (comparisons: Comparison[], part: number): Promise<number> =>
  count(async () => {
    for (const { work, attack, length } of comparisons) await work(attack(Math.ceil(length * part)));
  });

/** Attacks that together take few steps are not counted one by one. */
async function findExcess(comparisons: Comparison[], part: number): Promise<string[]> {
  const found: string[] = [];
  const ordinarySteps = new Map<Comparison['work'], number>();
  for (const comparison of comparisons) {
    const { name, work, ordinary, length } = comparison;
    const floor = floorOf(comparison);
    const steps = await stepsOf([comparison], part);
    if (steps <= ignoredSteps) continue;
    const plain = ordinary(Math.ceil((length * part) / 4));
    if (steps > floor && !ordinarySteps.has(work))
      ordinarySteps.set(work, 4 * (await count(() => work(plain))));
    const limit = Math.max(floor, maxRatio * (ordinarySteps.get(work) ?? 0));
    const half = part < 1 && steps <= limit ? await stepsOf([comparison], part / 2) : steps;
    if (steps > limit || steps > maxGrowth * half + ignoredSteps)
      found.push(`${name}: ${steps} steps for ${length * part} characters, at most ${limit} are allowed`);
  }
  return found;
}
