import { beforeAll, describe, expect, it } from 'vitest';
import { analyseDocument } from './document.ts';
import { loadMorphology, type Morphology } from './morphology.ts';

let morphology: Morphology;
beforeAll(async () => {
  morphology = await loadMorphology();
});

const analyse = async (text: string, author = '') =>
  (await analyseDocument({ id: 1, title: '', headings: [], text, author }, morphology)).vector;

describe('a surname that is also a form of a word', () => {
  it.each([
    ['in the name of an author', '', 'Зайцев'],
    ['inside a sentence', 'Пришёл Иван Зайцев.', ''],
  ])('is no form of it %s', async (_, text, author) => {
    const vector = await analyse(text, author);
    expect(vector).toContain("'=зайцев'");
    expect(vector).not.toContain("'=заяц'");
  });

  it.each([
    ['Её зовут Анна Груздева.', "'=груздев'", "'=груздевый'"],
    ['Её зовут Анна Абрикосова.', "'=абрикосова'", "'=абрикосовый'"],
    ['Дом стоит на улице Садовой.', "'=садовый'", "'=садов'"],
    ['Город растёт у Вершины.', "'=вершина'", "'=вершин'"],
  ])('of a woman is not made of a noun, but a place may be: «%s»', async (text, expected, other) => {
    const vector = await analyse(text);
    expect(vector).toContain(expected);
    expect(vector).not.toContain(other);
  });

  it('is no form of it at the start of a title either, if the text has it inside a sentence', async () => {
    const post = { id: 1, title: 'Зайцев вернулся', headings: [], text: 'Пришёл Иван Зайцев.', author: '' };
    expect((await analyseDocument(post, morphology)).vector).not.toContain("'=заяц'");
  });

  it('may be a form of another name, and is the name if the context expects none', async () => {
    expect(await analyse('Матч шёл у Лужников.')).toContain("'=лужники'");
    expect(await analyse('Автобус ходит до Крюков.')).toContain("'=крюков'");
  });

  it.each(['В лесу много зайцев.', 'Зайцев много.', 'Погода. Зайцев много.'])(
    'is the word in «%s»',
    async (text) => expect(await analyse(text)).toContain("'=заяц'"),
  );
});

it('has the base form of another sense among its words, so that an error is corrected to it', async () => {
  const text = 'У ключа сломались бородки.';
  const { words } = await analyseDocument({ id: 1, title: '', headings: [], text, author: '' }, morphology);
  expect(words).toContain('бородка');
});

it.each([
  ['В золе пекут картошку.', "'=зола'", "'=золь'", 'a word of a common family'],
  ['Собака грызёт кости, коля лапой пол.', "'=колоть'", "'=коля'", 'no name with a small letter'],
  ['Мяч подарили Коле.', "'=коля'", "'=колоть'", 'a name with a capital letter'],
  ['Мяч подарила Злата.', "'=злата'", "'?злато'", 'a name inside a sentence'],
  ['Пришёл механик Сева.', "'=сева'", "'=сев'", 'a name that ends like a surname'],
  ['Отметили праздник 8 Марта.', "'?март'", "'=мартов'", 'a date'],
  ['Он вышел из кружка.', "'!кружка'", "'=кружка'", 'the letters of a base form that it is not'],
  [
    'На ферме добывали биткоины.',
    "'?ферма'",
    "'=ферма'",
    'another sense, told by a word that the dictionary lacks',
  ],
  ['У ключа сломалась бородка.', "'?бородка'", "'=бородка'", 'another sense'],
  [
    'Мастер бреет бороды, подровнял и бородку, а ключ отдал.',
    "'=бородка'",
    "'?бородка'",
    'its relative is in the text',
  ],
  ['Она прошла почти всё.', "'=пройти'", "'=прошлый'", 'no short form'],
  ['Она прошла почти всё.', "'=почти'", "'?почтить'", 'no command'],
])('«%s» has %s and not %s: %s', async (text, expected, other) => {
  const vector = await analyse(text);
  expect(vector).toContain(expected);
  expect(vector).not.toContain(other);
});
