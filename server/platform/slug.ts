import { randomBytes } from 'node:crypto';
import { withSuffix } from '#contract/slug.ts';

const randomSuffixBytes = 4;
/** Number of numbered slugs to try before a random suffix. */
const slugAttempts = 20;
/** Numbers that one query asks for. */
const numbersAtOnce = 16;
const maxNumber = 2 ** 32;

type SlugSearch = {
  maxLength: number;
  /** Those of the given slugs that are taken. */
  findTaken: (slugs: string[]) => Promise<string[]>;
};
type SlugInsertion<T> = SlugSearch & {
  /** Returns undefined if another transaction has the slug, or is about to insert it. */
  insert: (slug: string) => Promise<T | undefined>;
};

/**
 * The slug, or the slug with a free number: the lowest one up to 16, above it one that follows a taken one. The number of
 * queries grows with the number of its digits: thousands of articles with one title cost a few queries more than one.
 */
export async function findFreeSlug(slug: string, { maxLength, findTaken }: SlugSearch): Promise<string> {
  const variant = (number: number): string => (number === 1 ? slug : withSuffix(slug, number, maxLength));
  /** The first free number of a growing list, and the number before it. */
  const narrow = async (numbers: number[], below: number) => {
    const taken = new Set(await findTaken(numbers.map(variant)));
    const index = numbers.findIndex((number) => !taken.has(variant(number)));
    return { free: numbers[index], taken: (index < 0 ? numbers.at(-1) : numbers[index - 1]) ?? below };
  };
  let found = await narrow(range(1, 1), 0);
  for (let step = 1; found.free === undefined && found.taken < maxNumber; step *= numbersAtOnce)
    found = await narrow(range(found.taken + step, step), found.taken);
  while (found.free !== undefined && found.free - found.taken > 1) {
    const step = Math.ceil((found.free - found.taken) / numbersAtOnce);
    const { free, taken } = found;
    const between = range(taken + step, step).filter((number) => number < free);
    const next = await narrow(between, taken);
    found = { free: next.free ?? free, taken: next.taken };
  }
  return variant(found.free ?? maxNumber);
}

const range = (first: number, step: number): number[] =>
  Array.from({ length: numbersAtOnce }, (_, index) => first + index * step);

/**
 * Calls `insert` with one free slug after another until it succeeds. The unique index decides, so that concurrent
 * posts with equal titles all get a slug.
 */
export async function insertWithFreeSlug<T>(
  slug: string,
  { maxLength, findTaken, insert }: SlugInsertion<T>,
): Promise<T> {
  const tried: string[] = [];
  for (;;) {
    const candidate =
      tried.length < slugAttempts
        ? await findFreeSlug(slug, {
            maxLength,
            findTaken: async (slugs) => [...(await findTaken(slugs)), ...tried],
          })
        : withSuffix(slug, randomBytes(randomSuffixBytes).toString('hex'), maxLength);
    const inserted = await insert(candidate);
    if (inserted !== undefined) return inserted;
    tried.push(candidate);
  }
}
