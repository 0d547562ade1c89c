import { beforeAll, describe, expect, it } from 'vitest';
import { loadMorphology, type Morphology } from './morphology.ts';
import { parseQuery } from './query-language.ts';
import { createTermMatcher } from './term-matcher.ts';
import { understand } from './understanding.ts';

let morphology: Morphology;
beforeAll(async () => {
  morphology = await loadMorphology();
});

async function matches(query: string, level: 'forms' | 'related', words: string[]): Promise<string[]> {
  const vocabulary = {
    findKnown: async (known: string[]) => ({ words: new Set(known), lemmas: new Set<string>() }),
    hasPrefix: async () => true,
    findRelated: async () => ({ base: [], root: ['летать'] }),
    findSimilar: async () => [],
  };
  const understood = await understand(parseQuery(query).chunks, { morphology, vocabulary });
  return words.filter(createTermMatcher({ understood, level }, morphology));
}

describe('the words of a text that a search has found', () => {
  const words = ['Полёты', 'полет', 'Полоть', 'летали', 'Wi-Fi', 'wifi', 'Fi'];

  it('are forms of the words of the query', async () =>
    expect(await matches('полёт', 'forms', words)).toEqual(['Полёты', 'полет']));
  it('are relatives, if the search has used them', async () =>
    expect(await matches('полёт', 'related', words)).toEqual(['Полёты', 'полет', 'летали']));
  it('are compounds in any spelling', async () =>
    expect(await matches('wi-fi', 'forms', words)).toEqual(['Wi-Fi', 'wifi', 'Fi']));
  it('are beginnings of long words', async () =>
    expect(await matches('дирижа', 'forms', ['Дирижабль', 'режиссёр'])).toEqual(['Дирижабль']));
});
