import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchResults, TextParts } from '#contract/search.ts';
import { foldCase } from '#server/platform/search/fold-case.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

const stress = '\u0301';
const hyphen = '\u00ad';
const text = [
  `Старинный за${stress}мок стоит на холме, а бо${stress}льшая часть гварнеристов ушла.`,
  `Это гипер${hyphen}поли${hyphen}про${hyphen}пилен и экзо${hyphen}планетарий.`,
  'Слово квазар\u200bология, теле\u200dфонограмма, ново\u2060строй и паро\ufeffвозы.',
  'Запасно\u0438\u0306 полe\u0301т, вы\u0435\u0308мка и семья 👨\u200d👩\u200d👧. Дом № 777.',
].join('\n');
/** Plain and marked spellings of the words, and what is marked in the text as it is written there. */
const words: Array<[plain: string, written: string]> = [
  ['замок', `за${stress}мок`],
  ['большая', `бо${stress}льшая`],
  ['гиперполипропилен', `гипер${hyphen}поли${hyphen}про${hyphen}пилен`],
  ['экзопланетарий', `экзо${hyphen}планетарий`],
  ['квазарология', 'квазар\u200bология'],
  ['телефонограмма', 'теле\u200dфонограмма'],
  ['новострой', 'ново\u2060строй'],
  ['паровозы', 'паро\ufeffвозы'],
  ['запасной', 'Запасно\u0438\u0306'],
  ['выемка', 'вы\u0435\u0308мка'],
];

let app: TestApp;
let anna: TestUser;
let admin: TestUser;
let post: { id: number };

beforeAll(async () => {
  app = await createTestApp();
  anna = await app.createUser({ username: 'anna' });
  admin = await app.createUser({ role: 'administrator' });
  await app.call('updateProfile', {
    as: anna,
    body: { first_name: `Заря${stress}на`, last_name: `Алё${hyphen}шина` },
  });
  const category = await app.createCategory(`За${stress}мки и квар${hyphen}талы`);
  post = await app.createPost(anna, {
    title: `Квар${hyphen}цевый за${stress}л № 12`,
    content: text,
    category: category.id,
  });
  await app.createPost(anna, { title: 'Обычный текст', content: 'Плоский ковёр и дом №888, всего 999.' });
  await app.call('createComment', { as: anna, body: { post: post.id, content: text } });
  await app.call('createComment', {
    as: anna,
    body: { post: post.id, content: 'Плоский ковёр, дом №888, всего 999.' },
  });
  await app.runJobs();
});
afterAll(() => app.stop());

const matchesOf = (parts: TextParts) => parts.filter((part) => part.is_match).map((part) => part.text);
const search = async (query: string, tab?: string): Promise<SearchResults> =>
  (await app.call('searchSite', { query: { search: query, ...(tab && { tab }) } })).body;
const withMarks = (word: string) =>
  `${word.slice(0, 3)}${hyphen}${word.slice(3, 4)}\u200b\u2060${word.slice(4)}\ufeff`;

describe('words with stress marks, soft hyphens and invisible characters', () => {
  it.each(words)(
    'are found by the plain spelling «%s» and marked as they are written',
    async (plain, written) => {
      const { posts, counts } = await search(plain);
      expect(counts).toMatchObject({ posts: 1, comments: 1 });
      expect(posts.flatMap(({ fragment }) => matchesOf(fragment))).toContain(written);
      const { comments } = await search(plain, 'comments');
      expect(comments.flatMap(({ fragment }) => matchesOf(fragment))).toContain(written);
    },
  );

  it.each(words)('in a query find «%s» as well', async (plain, written) => {
    for (const query of [written, withMarks(plain)])
      expect((await search(query)).counts).toMatchObject({ posts: 1, comments: 1 });
  });

  it('in a query find plain words', async () => {
    for (const query of [`пло${stress}ский`, `ков\u0435\u0308р`, `"плос${hyphen}кий ко\u200bвер"`])
      expect((await search(query)).counts).toMatchObject({ posts: 1, comments: 1 });
  });

  it('are found in lists of posts and comments, and among the suggestions', async () => {
    for (const query of ['замок', `за${stress}мок`, 'квазарология', 'кварцевый']) {
      const { body } = await app.call('listPosts', { query: { search: query } });
      expect([query, body.count]).toEqual([query, 1]);
    }
    const comments = await app.call('listComments', { query: { search: 'квазарология' } });
    expect(comments.body.count).toBe(1);
    for (const typed of ['кварц', `за${stress}л`, 'кварцевый зал'])
      expect((await app.call('suggestSearch', { query: { text: typed } })).body.posts).toHaveLength(1);
  });

  it('are found in the names of authors and categories', async () => {
    for (const query of ['зарянА', `За${stress}ряна`, 'Алешина']) {
      const { authors } = await search(query, 'authors');
      expect(authors.map(({ author_info }) => author_info.username)).toEqual(['anna']);
    }
    for (const query of ['замки', `квар${hyphen}талы`, 'кварталы'])
      expect((await search(query, 'categories')).categories).toHaveLength(1);
  });

  it('are found by the filters of the staff', async () => {
    for (const query of ['Заряна', `За${stress}ряна`, 'Алёшина', 'алешина']) {
      const { body } = await app.call('listAccounts', { as: admin, query: { search: query } });
      expect([query, body.count]).toEqual([query, 1]);
    }
  });

  it('leave emoji of several parts whole', async () => {
    const { comments } = await search('семья', 'comments');
    expect(comments[0]?.fragment.map((part) => part.text).join('')).toContain('👨\u200d👩\u200d👧');
    expect((await search('👨\u200d👩\u200d👧 семья', 'comments')).comments).toHaveLength(1);
  });
});

describe('a number after №', () => {
  it.each(['№ 777', '№777', '№\u00a0777', '777', '№888', '№ 888', '888', '999'])(
    'is found by «%s»',
    async (query) => {
      expect((await search(query)).counts).toMatchObject({ posts: 1, comments: 1 });
      for (const list of ['listPosts', 'listComments'] as const)
        expect((await app.call(list, { query: { search: query } })).body.count).toBe(1);
    },
  );

  it.each(['№ 12', '№12', '12'])('is suggested for «%s»', async (typed) => {
    expect((await app.call('suggestSearch', { query: { text: typed } })).body.posts).toHaveLength(1);
  });

  it('is no other number', async () => expect((await search('№ 999')).counts).toMatchObject({ comments: 0 }));
});

it('spells texts in the database as on the site', async () => {
  const parts = [
    text,
    'ЁЛКА Ёлка',
    'cafe\u0301',
    `№ \u00a0\u202f5 №${hyphen} 6`,
    `е\u0301\u0308 и\u200b\u0306`,
    'плоский',
  ];
  for (const part of parts) {
    const { rows } = await sql<{ spelled: string }>`select search_spelling(${part}) as spelled`.execute(
      app.db,
    );
    expect(rows[0]?.spelled).toBe(foldCase(part));
  }
});

it.each([
  ['accounts_author_spelling', 'searchSite', { query: { search: 'неведомое', tab: 'authors' } }],
  ['accounts_spelling', 'listAccounts', { query: { search: 'неведомое' } }],
] as const)('uses the index %s', async (index, endpoint, options) => {
  const recorded = await app.recordQueries(() => app.call(endpoint, { as: admin, ...options }));
  const { text: query = '', parameters = [] } =
    recorded.find(({ text: sent }) => /count.*search_spelling\((?:a\.)?username/s.test(sent)) ?? {};
  const plan = await app.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const filled = query.replaceAll(/\$(\d+)/g, (_, number: string) => `'${parameters[Number(number) - 1]}'`);
    return (await sql.raw(`explain ${filled}`).execute(tx)).rows;
  });
  expect(JSON.stringify(plan)).toContain(index);
});
