import { beforeAll, describe, expect, it } from 'vitest';
import { correctWord } from './correction.ts';
import { loadMorphology, type Morphology } from './morphology.ts';
import type { Vocabulary } from './terms.ts';

let morphology: Morphology;
beforeAll(async () => {
  morphology = await loadMorphology();
});

const correct = (word: string, inPosts: string[]) => {
  const vocabulary = { findSimilar: async () => inPosts } as Pick<Vocabulary, 'findSimilar'> as Vocabulary;
  return correctWord(word, { vocabulary, morphology });
};

describe('a typing error', () => {
  it.each([
    ['арбус', 'арбуз', 'a letter of the same sound'],
    ['вадород', 'водород', 'a vowel'],
    ['скафанлр', 'скафандр', 'a neighbouring key'],
    ['якрь', 'якорь', 'a letter left out'],
    ['клубинка', 'клубника', 'two letters swapped'],
    ['щетчики', 'счетчики', 'two letters for one sound'],
    ['ракетин', 'ракитин', 'a surname like a word'],
    ['плакатт', 'плакат', 'a doubled letter at the end'],
    ['клубинкой', 'клубника', 'two letters swapped in another form'],
    ['интирнациональный', 'интернациональный', 'another vowel of a long word'],
  ])('«%s» for «%s»: %s', async (typed, meant) => expect(await correct(typed, [meant])).toEqual([meant]));

  it.each([
    ['окт', 'кто', 'too short a word'],
    ['зира', 'зима', 'no similar letter and no neighbouring key'],
    ['кинза', 'линза', 'another first letter'],
    ['мисо', 'мис', 'too short a correction'],
    ['барокамера', 'барометр', 'too many errors'],
    ['баллахон', 'баллон', 'another word is nearer'],
    ['магдалена', 'магадан', 'a name'],
    ['никонов', 'никсон', 'a name with another ending'],
    ['дорогин', 'дороги', 'a surname'],
    ['материнка', 'материнский', 'a form that the other word does not have'],
    ['каравайка', 'каравай', 'made of the other word'],
  ])('«%s» is not «%s»: %s', async (typed, other) => expect(await correct(typed, [other])).toEqual([]));
});
