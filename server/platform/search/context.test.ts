import { beforeAll, describe, expect, it } from 'vitest';
import { readContext } from './context.ts';
import { loadMorphology, type Morphology } from './morphology.ts';

let morphology: Morphology;
beforeAll(async () => {
  morphology = await loadMorphology();
});

const excluded = async (text: string, word: string): Promise<string[]> => [
  ...((await readContext(text, morphology)).excluded.get(word) ?? []),
];

describe('a form that several nouns have', () => {
  it.each([
    ['огурцы кладут в банку', 'банку', 'банк', 'a preposition'],
    ['он взял стеклянную банку', 'банку', 'банк', 'an adjective'],
    ['книги стоят на верхней полке', 'полке', 'полк', 'both'],
    ['из трубы идёт в дом пар, стало темно в пустом карьере', 'карьере', 'карьера', 'an adjective'],
    ['пила упала, пилой не пилят', 'пила', 'пить', 'another form of a noun'],
    ['он сел у пила', 'пила', 'пить', 'a verb does not follow a preposition'],
    ['поле заросло', 'поле', 'пол', 'the locative needs a preposition'],
    ['туман бывает реже', 'реже', 'реж', 'an adverb is more frequent'],
    ['он доволен тем', 'тем', 'тьма', 'a pronoun is more frequent'],
    ['столы делают из гранита', 'гранита', 'гранита', 'the families name the other one'],
    ['дорожку залили', 'залили', 'залиля', 'a verb is more frequent'],
    ['банку открыли', 'банку', 'банк', 'an object is more frequent than the dative'],
    ['банку открыли, запахло; с банкой ушли', 'банку', 'банк', 'another form in the text'],
    ['банки закрылись, у банкомата очередь', 'банки', 'банка', 'a relative in the text'],
    ['полки стояли в Ярославле, ждали князя', 'полки', 'полка', 'words that stand beside it'],
    [
      'стрелки показали двенадцать: рельсы, трамвай, циферблат, минута, будильник, куранты; убийство раскрыто',
      'стрелки',
      'стрелок',
      'more such words',
    ],
    ['Банку открыли. Она вернулась с банкой.', 'банку', 'банк', 'another form in another sentence'],
    ['егерь нашёл тушу лося', 'тушу', 'тушить', 'nobody speaks of themselves'],
    ['мы сели считать', 'сели', 'сель', 'a verb follows its subject'],
    ['шли по банку, потом зашли к банку', 'банку', 'банка', 'another place of the word'],
  ])('«%s»: «%s» is not «%s»: %s tells', async (text, word, lemma) =>
    expect(await excluded(text, word)).toContain(lemma),
  );

  it.each([
    ['стрелки стояли', 'стрелки', 'nothing tells'],
    ['у циферблата нашли винтовку, и стрелки стояли', 'стрелки', 'both have such words'],
    ['подарили Марку книгу', 'марку', 'a name is given something'],
    ['голос Лены издали', 'лены', 'a name is in no family'],
    ['он пошёл по банку', 'банку', 'the preposition allows both'],
    ['к банку, а потом в банку', 'банку', 'the text has both'],
    ['из. стрелки стояли', 'стрелки', 'a full stop is between them'],
    ['прошёл день, и осталось на дне', 'дне', 'the other one stands in nearly every text'],
    ['вечером стемнело', 'вечером', 'it is an adverb made of the noun'],
    ['кратер пахнет серой', 'серой', 'an adjective may have no noun'],
    ['ложка сметаны', 'сметаны', 'a participle is seldom'],
    ['у нас тушу мясо', 'тушу', 'somebody speaks of themselves'],
    ['так сказал он. Сели сошли с гор', 'сели', 'a full stop is between them'],
    ['статью прочли и стали писать', 'статью', 'the other form is no noun'],
    ['в году много лет', 'лет', 'only one of them is a noun for the dictionary'],
  ])('«%s»: «%s» keeps them: %s', async (text, word) => expect(await excluded(text, word)).toEqual([]));

  it('is still a base form where the text has the other noun', async () =>
    expect(await excluded('полка упала, ушёл с полком', 'полка')).not.toContain('полка'));

  it('keeps one of them in any case', async () => {
    const text = 'от банку под банку в стеклянный банку';
    const others = await excluded(text, 'банку');
    expect(morphology.lemmasOf('банку').filter((lemma) => !others.includes(lemma))).not.toEqual([]);
  });
});
