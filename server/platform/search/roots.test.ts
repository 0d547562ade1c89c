import { beforeAll, describe, expect, it } from 'vitest';
import { loadMorphology, type Morphology } from './morphology.ts';
import { familyOf } from './roots.ts';

let morphology: Morphology;
beforeAll(async () => {
  morphology = await loadMorphology();
});

const keysOf = (word: string): Set<string> =>
  new Set(
    morphology
      .lemmasOf(word)
      .flatMap((lemma) => familyOf(lemma, morphology) ?? [])
      .flatMap(({ base, root }) => [base, root]),
  );
const areRelated = (left: string, right: string): boolean =>
  [...keysOf(left)].some((key) => keysOf(right).has(key));

describe('morphology', () => {
  it.each([
    ['летали', 'летать'],
    ['купленных', 'купить'],
    ['людей', 'человек'],
    ['шли', 'идти'],
    ['огнем', 'огонь'],
  ])('knows that %s is a form of %s', (form, lemma) => expect(morphology.lemmasOf(form)).toContain(lemma));

  it.each([
    ['коду', 'кода', 'nobody writes of codas'],
    ['перелив', 'перелить', 'a noun is spelled like the gerund'],
    ['бури', 'бурить', 'a noun is spelled like the imperative'],
  ])('knows that %s is no form of %s: %s', (form, lemma) =>
    expect(morphology.lemmasOf(form)).not.toContain(lemma),
  );

  it('keeps a gerund that is spelled like a name only', () =>
    expect(morphology.lemmasOf('коля')).toContain('колоть'));

  it('has stems for words that no dictionary has', () => {
    expect(morphology.isKnown('бурлакиным')).toBe(false);
    expect(morphology.lemmasOf('бурлакиным')).toEqual(morphology.lemmasOf('бурлакина'));
  });
});

describe('the family of a word', () => {
  it('of few letters is not that of another one with the same stem', () =>
    expect(familyOf('код', morphology)).not.toEqual(familyOf('кода', morphology)));

  it('is none for a name, though it is also a form of a word', () =>
    expect(familyOf('злата', morphology)).toBeUndefined());

  it.each([
    ['покупка', 'купить'],
    ['полет', 'летать'],
    ['учительница', 'учитель'],
    ['исследование', 'исследователь'],
    ['запрещать', 'запрет'],
    ['блокировка', 'заблокировать'],
    ['школьный', 'школа'],
    ['смелость', 'смелый'],
    ['высота', 'высокий'],
    ['открытие', 'открывать'],
    ['сборка', 'собрать'],
    ['взрыв', 'взорвать'],
    ['укоротить', 'короткий'],
    ['надумать', 'дума'],
    ['настаивать', 'настоять'],
    ['редактор', 'редакция'],
    ['утюжить', 'утюг'],
    ['пригородный', 'город'],
    ['полезно', 'польза'],
    ['внешне', 'внешность'],
    ['банковский', 'банк'],
    ['кодовый', 'код'],
  ])('contains %s and %s', (left, right) => expect(areRelated(left, right)).toBe(true));

  it.each([
    ['кот', 'котел'],
    ['ракета', 'ракетка'],
    ['опера', 'операция'],
    ['молоко', 'молоть'],
    ['леди', 'лед'],
    ['лиса', 'лисичка'],
    ['пожар', 'жар'],
    ['держать', 'дерзить'],
    ['сушить', 'шить'],
    ['остров', 'острый'],
    ['полезно', 'лезть'],
    ['внешне', 'внести'],
    ['лет', 'летать'],
    ['странный', 'страна'],
    ['нос', 'носить'],
    ['сад', 'сидеть'],
    ['соколовский', 'сокол'],
    ['светофор', 'свет'],
    ['рассвет', 'освещение'],
  ])('does not contain %s and %s', (left, right) => expect(areRelated(left, right)).toBe(false));
});
