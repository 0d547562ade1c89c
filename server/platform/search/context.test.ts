import { beforeAll, describe, expect, it } from 'vitest';
import { findExcludedLemmas } from './context.ts';
import { loadMorphology, type Morphology } from './morphology.ts';

let morphology: Morphology;
beforeAll(async () => {
  morphology = await loadMorphology();
});

const excluded = async (text: string, word: string): Promise<string[]> => [
  ...((await findExcludedLemmas(text, morphology)).get(word) ?? []),
];

describe('a form that several nouns have', () => {
  it.each([
    ['огурцы кладут в банку', 'банку', 'банк', 'a preposition'],
    ['он взял стеклянную банку', 'банку', 'банк', 'an adjective'],
    ['книги стоят на верхней полке', 'полке', 'полк', 'both'],
    ['в тёмном, пустом парке', 'парке', 'парка', 'an adjective before a comma does not matter'],
    ['банку открыли, запахло; с банкой ушли', 'банку', 'банк', 'another form in the text'],
    ['Банку открыли. Она вернулась с банкой.', 'банку', 'банк', 'another form in another sentence'],
  ])('«%s»: «%s» is not «%s»: %s tells', async (text, word, lemma) =>
    expect(await excluded(text, word)).toContain(lemma),
  );

  it.each([
    ['банку открыли', 'банку', 'nothing tells'],
    ['он пошёл по банку', 'банку', 'the preposition allows both'],
    ['к банку, а потом в банку', 'банку', 'the text has both'],
    ['в. банку открыли', 'банку', 'a full stop is between them'],
    ['часы идут, прошёл час', 'часы', 'it is the base form of one of them'],
    ['в году много лет', 'лет', 'only one of them is a noun for the dictionary'],
  ])('«%s»: «%s» keeps them: %s', async (text, word) => expect(await excluded(text, word)).toEqual([]));

  it('keeps one of them in any case', async () => {
    const text = 'от банку под банку в стеклянный банку';
    const others = await excluded(text, 'банку');
    expect(morphology.lemmasOf('банку').filter((lemma) => !others.includes(lemma))).not.toEqual([]);
  });
});
