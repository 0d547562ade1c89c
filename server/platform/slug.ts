import { randomBytes } from 'node:crypto';
import { withSuffix } from '#contract/slug.ts';

const randomSuffixBytes = 4;

/** The slug, or the slug with the next free number if it is taken. */
export function nextSlug(slug: string, taken: string[], maxLength: number): string {
  if (!taken.includes(slug)) return slug;
  const numbers = taken.map((other) => {
    const [, number = '1'] = /-(\d+)$/.exec(other) ?? [];
    // Numbered slugs of the maximum length have lost the end of the original.
    return withSuffix(slug, number, maxLength) === other ? Number(number) : 1;
  });
  return withSuffix(slug, Math.max(1, ...numbers) + 1, maxLength);
}

/** Number of numbered slugs to try before a random suffix. */
const slugAttempts = 20;

type SlugInsertion<T> = {
  maxLength: number;
  findTaken: (slug: string) => Promise<string[]>;
  /** Returns undefined if another transaction has the slug, or is about to insert it. */
  insert: (slug: string) => Promise<T | undefined>;
};

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
        ? nextSlug(slug, [...(await findTaken(slug)), ...tried], maxLength)
        : withSuffix(slug, randomBytes(randomSuffixBytes).toString('hex'), maxLength);
    const inserted = await insert(candidate);
    if (inserted !== undefined) return inserted;
    tried.push(candidate);
  }
}
