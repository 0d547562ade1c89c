import { beforeAll, describe, expect, it } from 'vitest';
import { describeWord } from './document.ts';
import { loadMorphology, type Morphology } from './morphology.ts';
import { parseQuery } from './query-language.ts';
import type { Vocabulary } from './terms.ts';
import { understand } from './understanding.ts';

let morphology: Morphology;
beforeAll(async () => {
  morphology = await loadMorphology();
});

const inPosts = [
  'привет',
  'летали',
  'летать',
  'молоко',
  'postgresql',
  'программист',
  'мир',
  'война',
  'лопухов',
  'мембрана',
  'фонтан',
  'латынь',
  'шаурмист',
  'римский',
  'римма',
  'неважный',
  'сарафан',
  'бутылка',
];

function createVocabulary(): Vocabulary {
  const rows = inPosts.map((word) => describeWord(word, morphology));
  return {
    findKnown: async (words, lemmas) => ({
      words: new Set(words.filter((word) => inPosts.includes(word))),
      lemmas: new Set(lemmas.filter((lemma) => rows.some((row) => row.lemma === lemma))),
    }),
    hasPrefix: async (prefix) => inPosts.some((word) => word.startsWith(prefix)),
    findRelated: async (families) => ({
      base: rows
        .filter(({ base }) => families.some((family) => family.base === base))
        .map(({ lemma }) => lemma),
      root: rows
        .filter(({ root }) => families.some((family) => family.root === root))
        .map(({ lemma }) => lemma),
    }),
    findSimilar: async () => inPosts,
  };
}

const read = (query: string) =>
  understand(parseQuery(query).chunks, { morphology, vocabulary: createVocabulary() });

describe('a query', () => {
  it.each([
    ['ghbdtn', 'привет'],
    ['Превет', 'привет'],
    ['моолоко', 'молоко'],
    ['зщыепкуыйд', 'postgresql'],
  ])('«%s» is corrected to «%s»', async (typed, meant) => expect((await read(typed)).corrected).toBe(meant));

  it('of nothing but stop words means the first two, whatever else has some means none', async () => {
    expect((await read('и в не на что как')).terms.map(({ exact }) => exact)).toEqual(["'и'", "'в'"]);
    expect((await read('и в не молоко')).terms.map(({ exact }) => exact)).toEqual(["'молоко'"]);
  });

  it.each(['летал', 'кошка', 'прив', 'мир война'])('«%s» is not corrected', async (typed) => {
    expect((await read(typed)).corrected).toBeUndefined();
  });

  it('may be a form of a common word that is also a name', async () =>
    expect((await read('мая')).terms[0]?.forms).toContain("'=май'"));

  it('finds words of the same root after forms', async () => {
    const [term] = (await read('полёт')).terms;
    expect(term?.forms).not.toContain('=летать');
    expect(term?.related).toContain('=летать');
  });

  it('takes a common word as a complete one, a cut one as the beginning of another', async () => {
    const formsOf = async (query: string) => (await read(query)).terms[0]?.forms;
    expect(await formsOf('программа')).not.toContain(':*');
    expect(await formsOf('программи')).toContain(':*');
    expect(await formsOf('программ')).toContain(':*');
  });

  it('takes a form that no post has as the beginning of another word', async () => {
    expect((await read('фонт')).terms[0]?.forms).not.toContain(':*');
    expect((await read('фонта')).terms[0]?.forms).toContain(':*');
    expect((await read('латы')).terms[0]?.forms).not.toContain(':*');
    expect((await read('буты')).terms[0]?.forms).toContain(':*');
  });

  it('takes a new word as a complete one, but not its stem', async () => {
    expect((await read('мем')).terms[0]?.forms).not.toContain(':*');
    expect((await read('мемб')).terms[0]?.forms).toContain(':*');
    expect((await read('шаурм')).terms[0]?.forms).toContain(':*');
  });

  it('finds the new words that are made of a new word, and none that only begins like it', async () => {
    const { terms, corrected } = await read('трейд');
    expect(terms[0]?.forms).toMatch(/'=~?трейдерш/u);
    expect(corrected).toBeUndefined();
    expect((await read('калан')).terms[0]?.forms).not.toContain('каланхо');
  });

  it.each([
    ['Нева', false],
    ['Сара', false],
    ['Рим', true],
  ])('takes the name «%s» as the beginning of its adjective alone: %s', async (name, expected) => {
    const [term] = (await read(name)).terms;
    expect(term?.forms.includes(':*')).toBe(expected);
    expect(term?.forms).not.toContain(`'${name.toLowerCase()}':*`);
  });

  it('means a base form if it has no other words', async () => {
    expect((await read('молока')).terms[0]?.forms).not.toContain('=молоко');
    expect((await read('мир молока')).terms[1]?.forms).toContain('=молоко');
  });

  it('finds the forms of a surname that is also a form of a word', async () => {
    const { terms, corrected } = await read('Лопухова');
    expect(corrected).toBeUndefined();
    expect(terms[0]?.forms).toContain("'лопухов'");
    expect((await read('Лопухов')).terms[0]?.forms).toContain("'=лопухов'");
  });

  it('may have phrases and words that must not occur', async () => {
    const { terms, excluded } = await read('«война и мир» -молоко');
    expect(terms.map(({ exact }) => exact)).toEqual(["('война' <-> 'и' <-> 'мир')"]);
    expect(excluded).toHaveLength(1);
    expect(excluded[0]).toContain("'=молоко'");
  });

  it('leaves words out that nearly every text has, unless there are no others', async () => {
    expect((await read('мир и война')).terms).toHaveLength(2);
    expect((await read('и')).terms).toHaveLength(1);
  });

  it.each(['"', '-', '«', '\\', "'", '&|!():*<->', '\u0000', '   ', '-«»', '\u202eабв'])(
    'of the characters %j is no error',
    async (typed) => expect(await read(typed)).toBeDefined(),
  );

  it('has at most ten terms', async () => {
    expect((await read('мир '.repeat(500))).terms).toHaveLength(10);
  });
});
