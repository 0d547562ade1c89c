import { expect, it } from 'vitest';
import { companions } from './families/companions.ts';
import { otherSensesAV } from './families/other-senses-a-v.ts';
import { otherSensesGK } from './families/other-senses-g-k.ts';
import { otherSensesLO } from './families/other-senses-l-o.ts';
import { otherSensesPR } from './families/other-senses-p-r.ts';
import { otherSensesSYa } from './families/other-senses-s-ya.ts';
import { loadMorphology } from './morphology.ts';

it.each([
  ['companions', companions],
  [
    'other senses',
    [otherSensesAV, otherSensesGK, otherSensesLO, otherSensesPR, otherSensesSYa]
      .map((text) => text.trim())
      .join('\n'),
  ],
])('the lines of %s are about base forms, each of them once, and name witnesses', async (_, text) => {
  const { lemmasOf } = await loadMorphology();
  const lines = text.trim().split('\n');
  const words = lines.map((line) => line.split(': ')[0] ?? '');
  expect(new Set(words).size).toBe(words.length);
  expect(lines.filter((line) => !/^[а-я ]+: [а-яa-z0-9 -]+$/u.test(line))).toEqual([]);
  const bases = words.flatMap((line) => line.split(' '));
  expect(bases.filter((word) => !lemmasOf(word).includes(word))).toEqual([]);
});
