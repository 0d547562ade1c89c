import { expect, it } from 'vitest';
import { countSteps, findExcessiveSteps } from './step-cost.ts';

countSteps();

const attacks = [{ name: 'letters', make: (length: number) => 'a'.repeat(length) }];
const findCost = (work: (text: string) => unknown) =>
  findExcessiveSteps({ work, attacks, ordinary: (length) => 'b'.repeat(length), length: 10_000 });

it('finds work that grows with the square of the length', async () => {
  const compareAll = (text: string) => {
    let found = 0;
    for (const one of text) for (let index = 0; one === 'a' && index < text.length; index += 1) found += 1;
    return found;
  };
  expect(await findCost(compareAll)).toHaveLength(1);
});

it('accepts linear work', async () => {
  expect(await findCost((text) => [...text].filter((letter) => letter === 'a'))).toEqual([]);
});
