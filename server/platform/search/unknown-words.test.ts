import { beforeAll, describe, expect, it } from 'vitest';
import { loadMorphology, type Morphology } from './morphology.ts';
import { isMadeOfWords, isSurname } from './unknown-words.ts';

let morphology: Morphology;
beforeAll(async () => {
  morphology = await loadMorphology();
});

describe('a word that the dictionary does not have', () => {
  it.each([
    ['токены', 'another form of a new word'],
    ['ботильонами', 'a new word with a long ending'],
    ['киберспортсмен', 'a known word after a known part'],
    ['барабанинг', 'a known word before a known suffix'],
    ['скорпи', 'the beginning of a word'],
  ])('«%s» is one: %s', (word) => expect(isMadeOfWords(word, morphology)).toBe(true));

  it.each(['превет', 'моолоко', 'автослво', 'щклнг', 'англиский', 'малоко', 'магазтин'])(
    '«%s» has a typing error',
    (word) => expect(isMadeOfWords(word, morphology)).toBe(false),
  );

  it.each([
    ['дорогин', true],
    ['дорогина', true],
    ['англиский', false],
    ['малоко', false],
  ])('«%s» is a surname made of a word: %s', (word, expected) =>
    expect(isSurname(word, morphology)).toBe(expected),
  );
});
