import { expect, it } from 'vitest';
import { countSteps, findExcessiveCosts } from './step-cost.ts';

countSteps();

const findCost = (work: (text: string) => unknown, attack = (length: number) => 'a'.repeat(length)) =>
  findExcessiveCosts([{ name: 'attack', work, attack, ordinary: attack, length: 20_000 }]);

it.each([
  [
    'loops',
    (text: string) => {
      let found = 0;
      for (const one of text) for (let index = 0; index < text.length; index += 1) if (one > 'b') found += 1;
      return found;
    },
  ],
  ['a search in a text', (text: string) => Array.from(text, () => text.indexOf('b'))],
  [
    'removed elements',
    (text: string) => Array.from(text).map((_, index, all) => all.toSpliced(index, 1).length),
  ],
  ['an expression', (text: string) => /a+b/.exec(text)],
  ['an expression that replaces', (text: string) => text.replace(/a+?b/g, '')],
])('finds work that grows with the square of the length: %s', async (_name, work) => {
  expect(await findCost(work)).toHaveLength(1);
});

it('finds exponential growth before it takes long', async () => {
  expect(await findCost((text) => /(a+)+b/.exec(text))).toHaveLength(1);
});

it('accepts linear work', async () => {
  expect(
    await findCost((text) => [
      text.split('a').map((part) => part.length),
      text.replaceAll(/[b-z]+/g, ''),
      text.indexOf('b'),
      /^a*$/.exec(text),
    ]),
  ).toEqual([]);
});
