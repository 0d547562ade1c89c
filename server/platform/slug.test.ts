import { describe, expect, it } from 'vitest';
import { insertWithFreeSlug, nextSlug } from './slug.ts';

describe('nextSlug', () => {
  it.each([
    ['free', [], 'post'],
    ['only longer slugs are taken', ['post-2', 'post-office'], 'post'],
    ['taken', ['post'], 'post-2'],
    ['taken with numbered slugs', ['post', 'post-2', 'post-7'], 'post-8'],
    ['suffixes that are not numbers', ['post', 'post-office', 'post-2-1'], 'post-2'],
  ])('%s', (_, taken, expected) => expect(nextSlug('post', taken, 30)).toBe(expected));
});

describe('insertWithFreeSlug', () => {
  const findTaken = async () => ['post'];

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
