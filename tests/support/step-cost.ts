import { afterAll, beforeAll } from 'vitest';
import { startExecutionCounter } from './execution-counter.ts';

/** How many times more steps an attack may take than an ordinary text of the same length. */
const maxRatio = 3;
/** Fewer steps are not compared: they take some 20 ms, well below the 50 ms that a request may block the event loop. */
const defaultFloor = 2_000_000;

type Comparison = {
  work: (text: string) => unknown;
  /** These and `ordinary` create a text of about `length` characters. */
  attacks: Array<{ name: string; make: (length: number) => string }>;
  ordinary: (length: number) => string;
  length: number;
  floor?: number;
};

let counter: ReturnType<typeof startExecutionCounter>;

/** To be called at the beginning of a test file, before its hooks. */
export function countSteps(): void {
  beforeAll(() => {
    counter = startExecutionCounter();
  });
  afterAll(() => counter.stop());
}

/**
 * Compares the steps of attacks with those of an ordinary text of the same length (execution-counter.ts), and describes each
 * that takes too many. Starts with shorter texts, so that exponential growth is found before it takes minutes. Rethrows
 * errors of `work`.
 */
export async function findExcessiveSteps(comparison: Comparison): Promise<string[]> {
  const { work, attacks, ordinary, length, floor = defaultFloor } = comparison;
  const count = (texts: string[]) =>
    counter.count(async () => {
      for (const text of texts) await work(text);
    });
  for (const partLength of [length / 16, length / 4, length].map(Math.ceil)) {
    const texts = attacks.map(({ name, make }) => ({ name, text: make(partLength) }));
    // To read the counter takes longer than most of the work.
    if ((await count(texts.map(({ text }) => text))) <= floor) continue;
    const limit = Math.max(floor, maxRatio * (await count([ordinary(partLength)])));
    const found: string[] = [];
    for (const { name, text } of texts) {
      const steps = await count([text]);
      if (steps > limit) found.push(`${name}: ${steps} steps, limit ${limit}, at ${partLength} characters`);
    }
    if (found.length > 0) return found;
  }
  return [];
}
