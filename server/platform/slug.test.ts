import { describe, expect, it } from 'vitest';
import { findFreeSlug, insertWithFreeSlug } from './slug.ts';

/** Like a table with these slugs; counts the queries. */
function createTable(slugs: Iterable<string>) {
  const taken = new Set(slugs);
  const table = {
    queries: 0,
    findTaken: async (asked: string[]) => {
      table.queries += 1;
      return asked.filter((slug) => taken.has(slug));
    },
  };
  return table;
}
const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index === 0 ? 'post' : `post-${index + 1}`));

describe('findFreeSlug', () => {
  it.each<[string, string[], string]>([
    ['free', [], 'post'],
    ['only longer slugs are taken', ['post-2', 'post-office'], 'post'],
    ['taken', ['post'], 'post-2'],
    ['taken with numbered slugs', ['post', 'post-2', 'post-7'], 'post-3'],
    ['suffixes that are not numbers', ['post', 'post-office', 'post-2-1'], 'post-2'],
    ...[15, 16, 17, 272, 273, 500, 4_367, 4_368, 4_369, 13_333].map((count): [string, string[], string] => [
      `${count} taken`,
      numbered(count),
      `post-${count + 1}`,
    ]),
  ])('%s', async (_, taken, expected) =>
    expect(await findFreeSlug('post', { maxLength: 30, ...createTable(taken) })).toBe(expected),
  );

  it('is a free one that follows a taken one where numbers are missing', async () => {
    const taken = numbered(3_000).filter((_, index) => index % 700 !== 50);
    const free = await findFreeSlug('post', { maxLength: 30, ...createTable(taken) });
    expect(taken).not.toContain(free);
    expect(taken).toContain(`post-${Number(free.slice(5)) - 1}`);
  });

  it('finds the numbers of a slug of the maximum length, which lose its end', async () => {
    const findTaken = createTable(['abcdefgh', 'abcdef-2', 'abcdef-3']).findTaken;
    expect(await findFreeSlug('abcdefgh', { maxLength: 8, findTaken })).toBe('abcdef-4');
  });

  it('asks a few times only, however many are taken', async () => {
    const table = createTable(numbered(200_000));
    expect(await findFreeSlug('post', { maxLength: 30, findTaken: table.findTaken })).toBe('post-200001');
    expect(table.queries).toBeLessThanOrEqual(12);
  });
});

describe('insertWithFreeSlug', () => {
  const { findTaken } = createTable(['post']);

  it('tries the next number when another request took the slug', async () => {
    const tried: string[] = [];
    const insert = async (slug: string) => (tried.push(slug) < 3 ? undefined : slug);
    expect(await insertWithFreeSlug('post', { maxLength: 30, findTaken, insert })).toBe('post-4');
    expect(tried).toEqual(['post-2', 'post-3', 'post-4']);
  });

  it('falls back to a random suffix after twenty attempts', async () => {
    const insert = async (slug: string) => (/-[0-9a-f]{8}$/.test(slug) ? slug : undefined);
    expect(await insertWithFreeSlug('post', { maxLength: 30, findTaken, insert })).toMatch(
      /^post-[0-9a-f]{8}$/,
    );
  });
});
