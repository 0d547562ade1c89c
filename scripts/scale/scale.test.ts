import { expect, it } from 'vitest';
import { planScale } from './plan.ts';
import { createRandom, createSampler, zipfWeights } from './random.ts';
import { copyLine } from './rows.ts';
import { createTextGenerator } from './text-generator.ts';

const options = { posts: 5_000, commentsPerPost: 10, discussion: 700, seed: 3, now: new Date('2026-11-20') };

it('draws the n-th item about 1/n as often as the first', () => {
  const draw = createSampler(zipfWeights(50), createRandom(1));
  const drawn = Array.from({ length: 50 }, () => 0);
  for (let index = 0; index < 200_000; index += 1) {
    const at = draw();
    drawn[at] = (drawn[at] as number) + 1;
  }
  const [first = 0, second = 0] = drawn;
  expect(first / second).toBeGreaterThan(1.9);
  expect(first / second).toBeLessThan(2.1);
  expect(first / (drawn[9] as number)).toBeGreaterThan(9);
});

it('plans the same site for the same seed and a different site for another seed', () => {
  const [once, again, other] = [planScale(options), planScale(options), planScale({ ...options, seed: 4 })];
  expect(again).toEqual(once);
  expect(other.authorOf).not.toEqual(once.authorOf);
  expect(once.commentsOf.at(-1)).toBe(700);
  const comments = once.commentsOf.reduce((sum, count) => sum + count, 0) - 700;
  expect(comments / options.posts).toBeGreaterThan(6);
  expect(comments / options.posts).toBeLessThan(12);
});

it('generates words with their frequency in Russian texts', () => {
  const text = createTextGenerator(createRandom(1)).text(5_000).toLowerCase();
  const count = (word: string) => text.match(new RegExp(`(?<![а-яё])${word}(?![а-яё])`, 'g'))?.length ?? 0;
  expect(count('и')).toBeGreaterThan(60);
  expect(count('и')).toBeGreaterThan(3 * count('город'));
});

it('escapes lines so that COPY restores the values', () => {
  expect(copyLine(['a\tb\\n\nc', 7, null, true])).toBe('a\\tb\\\\n\\nc\t7\t\\N\ttrue\n');
});
