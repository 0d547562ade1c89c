import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyseDocument, analysisVersion } from '#server/platform/search/document.ts';
import { loadMorphology } from '#server/platform/search/morphology.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { withoutIntervals } from '#tests/support/without-intervals.ts';
import { expensiveSearches } from '../../../bench/expensive-searches.ts';
import { findPost, storeAnalysis } from './post-analysis-store.ts';
import {
  countOlderMatches,
  findFirstMatches,
  findNewestMatches,
  nothingSearched,
} from './post-search-store.ts';
import { createVocabulary } from './search-vocabulary-store.ts';

let app: TestApp;
let author: TestUser;
let staff: TestUser;

withoutIntervals();
beforeAll(async () => {
  app = await createTestApp();
  author = await app.createUser();
  staff = await app.createUser({ isStaff: true });
  await publish('Полёт дирижабля', 'Учитель купил билет, и они летали над рекой.');
  await publish('Рынок', 'Вместо полёта над рекой продавали картошку.');
  await publish('Молоко', 'Коровы дают молоко утром и вечером.');
});
afterAll(() => app.stop());

async function publish(title: string, content: string, values: object = {}) {
  const post = await app.createPost(author, { title, content, ...values });
  await app.runJobs();
  return post;
}

const titlesFound = async (search: string, query: object = {}, as?: TestUser): Promise<string[]> => {
  const { status, body } = await app.call('listPosts', { as, query: { search, ...query } });
  expect(status).toBe(200);
  return (body.results as Array<{ title: string }>).map(({ title }) => title);
};
const ranked = (search: string) => titlesFound(search, { ordering: 'relevance' });

describe('a search by relevance', () => {
  it.each([
    ['forms', 'полётами', ['Полёт дирижабля', 'Рынок']],
    ['words of the same root', 'покупка', ['Полёт дирижабля']],
    ['words typed in another layout', 'rfhnjirf', ['Рынок']],
    ['words with typing errors', 'дирежабль', ['Полёт дирижабля']],
    ['phrases', '«над рекой» -картошка', ['Полёт дирижабля']],
    ['beginnings', 'дирижа', ['Полёт дирижабля']],
  ])('finds %s', async (_, search, titles) => expect(await ranked(search)).toEqual(titles));

  it('puts the newest first without a word to search for', async () => {
    expect((await titlesFound('', { ordering: 'relevance' }))[0]).toBe('Молоко');
  });

  it('has pages and filters like every list', async () => {
    const query = { ordering: 'relevance', page_size: '1', page: '2' };
    expect(await titlesFound('полёт', query)).toEqual(['Рынок']);
    expect(await titlesFound('полёт', { ordering: 'relevance', category: 'unknown' })).toEqual([]);
  });
});

it('finds the same words for existing clients, in the order of the list', async () => {
  expect(await titlesFound('покупка')).toEqual(['Полёт дирижабля']);
  expect(await titlesFound('полетом')).toEqual(['Рынок', 'Полёт дирижабля']);
  expect(await titlesFound('дирежабль')).toEqual(['Полёт дирижабля']);
});

it('finds the author by another name after a rename', async () => {
  const renamed = await app.createUser();
  await app.createPost(renamed, { title: 'Без имени', content: 'Текст.' });
  await app.call('updateProfile', { as: renamed, body: { first_name: 'Евпатий', last_name: 'Коловратов' } });
  await app.runJob('posts.analyse-outdated');
  expect(await ranked('Коловратова')).toEqual(['Без имени']);
});

it('finds a text with a word of sixty letters, and those of its author by another name', async () => {
  const renamed = await app.createUser();
  const word = 'abcdefghij'.repeat(6);
  await app.createPost(renamed, {
    title: 'Рядом с ключом',
    content: `Невиданное слово рядом с ${word}.`,
  });
  await app.runJobs();
  await app.call('updateProfile', { as: renamed, body: { first_name: 'Ермолай', last_name: 'Тимофеич' } });
  await app.runJob('posts.analyse-outdated');
  for (const search of [word, 'невиданному слову', 'Ермолаю'])
    expect(await ranked(search)).toEqual(['Рядом с ключом']);
});

it('finds drafts only for their author', async () => {
  await publish('Черновик', 'Перпендикуляр к медиане.', { status: 'draft' });
  expect(await ranked('медианой')).toEqual([]);
  const { body } = await app.call('listMyPosts', { as: author, query: { search: 'медианой' } });
  expect(body.results).toMatchObject([{ title: 'Черновик' }]);
});

it('corrects no word to one of a post that is hidden', async () => {
  const similar = () => createVocabulary(app.db).findSimilar('кракозябла');
  const post = await publish('Секрет', 'Здесь живёт кракозябра.');
  expect(await similar()).toContain('кракозябра');
  await app.call('hidePost', { as: staff, params: { id: post.id }, body: {} });
  expect(await similar()).toEqual([]);
  await app.runJob('posts.sweep-search-words');
  const words = app.db.selectFrom('search_words').select('word').where('word', 'like', 'кракозяб%');
  expect(await words.execute()).toEqual([]);
});

it('keeps the analysis of the newer text', async () => {
  const post = await publish('Два текста', 'Сначала экскаватор.');
  const read = await findPost(app.db, post.id);
  if (!read) throw new Error('the post is missing');
  await app.call('updatePost', {
    as: author,
    params: { slug: post.slug },
    body: { content: 'Потом бульдозер.' },
  });
  await app.runJobs();
  const { vector } = await analyseDocument(
    { id: post.id, title: 'Два текста', headings: [], text: 'Сначала экскаватор.', author: '' },
    await loadMorphology(),
  );
  expect(await storeAnalysis(app.db, read, { vector, analysisVersion })).toBe(false);
  expect(await ranked('бульдозером')).toEqual(['Два текста']);
  expect(await ranked('экскаватором')).toEqual([]);
});

it('analyses the posts of an older version again', async () => {
  const post = await publish('Старый разбор', 'Кариатида у входа.');
  const row = app.db.updateTable('post_search_index').where('id', '=', post.id);
  await row.set({ analysis: null, analysis_version: 0 }).execute();
  expect(await ranked('кариатидами')).toEqual([]);
  await app.runJob('posts.analyse-outdated');
  expect(await ranked('кариатидами')).toEqual(['Старый разбор']);
});

it('finds posts in all blocks of ids, the newest first, and no more than asked for', async () => {
  const owner = new pg.Client({ connectionString: app.ownerUrl });
  await owner.connect();
  const ids: number[] = [];
  for (const next of [90_000, 300_000, 300_001, 500_000]) {
    await owner.query(`alter table posts alter column id restart with ${next}`);
    ids.unshift((await publish(`Астролябия ${next}`, 'Прибор.')).id);
  }
  await owner.end();
  const asked = { query: "'=астролябия'", filters: { draftsOf: 'nobody' } } as const;
  for (const listed of [1, 2, 3, 4, 10]) {
    const first = await findFirstMatches(app.db, asked, listed);
    for (const begun of [first, nothingSearched(first.newestId)]) {
      const newest = await findNewestMatches(app.db, asked, listed, begun);
      expect(newest.ids).toEqual(ids.slice(0, listed));
      expect(newest.count + (await countOlderMatches(app.db, asked, newest))).toBe(ids.length);
    }
    expect(first.count + (await countOlderMatches(app.db, asked, first))).toBe(ids.length);
  }
});

it('ranks the newest of many posts while it counts the others, and shows each post once', async () => {
  const { id, slug } = await publish('Секстант', 'Прибор моряка.');
  const columns =
    'author_id, title, content, content_html, content_text, excerpt, reading_time_minutes, renderer_version, status, created_at, updated_at';
  const owner = new pg.Client({ connectionString: app.ownerUrl });
  await owner.connect();
  // So few posts of each block of ids match that the first blocks have not enough, and all blocks many.
  const count = 2_300;
  await owner.query(`
    insert into posts (id, slug, ${columns}) overriding system value
    select 1000000 + n * 320, 'sextant-' || n, ${columns} from posts, generate_series(1, ${count}) n where id = ${id}`);
  await owner.query(`
    update post_search_index set analysis_version = ${analysisVersion},
      -- Every seventh has the word in a heading.
      analysis = format('%L:1%s %L', '=секстант', case when id % 7 = 0 then 'B' else '' end, '#' || id / 16384)::tsvector
    where id > 1000000 and title = 'Секстант'`);
  await owner.end();
  const query = { search: 'секстант', ordering: 'relevance' };
  const pageOf = async (page: number | 'last', size: number) =>
    app.call('listPosts', { query: { ...query, page: String(page), page_size: String(size) } });
  for (const [size, pageCount] of [
    [20, 20],
    [100, 24],
  ] as const) {
    const numbers = Array.from({ length: pageCount }, (_, index) => index + 1);
    const pages = await Promise.all(numbers.map(async (page) => (await pageOf(page, size)).body));
    expect(pages.map((page) => page.count)).toEqual(pages.map(() => count + 1));
    const slugs = pages.flatMap(({ results }) =>
      (results as Array<{ slug: string }>).map(({ slug }) => slug),
    );
    expect(new Set(slugs).size).toBe(Math.min(size * pageCount, count + 1));
    // The first one has the word in its title.
    expect(slugs[0]).toBe(slug);
    expect((1_000_000 + Number(slugs[1]?.split('-')[1]) * 320) % 7).toBe(0);
  }
  expect((await pageOf('last', 100)).body.results).toEqual((await pageOf(24, 100)).body.results);
  expect((await pageOf(25, 100)).status).toBe(404);
});

it('has no index with a list of pending words, which each search would read', async () => {
  const { rows } = await sql<{ name: string; options: string[] | null }>`
    select c.relname as name, c.reloptions as options
    from pg_class c join pg_index i on i.indexrelid = c.oid join pg_am m on m.oid = c.relam
    where m.amname = 'gin' and i.indrelid in ('post_search_index'::regclass, 'search_words'::regclass)`.execute(
    app.db,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ options }) => !options?.includes('fastupdate=off'))).toEqual([]);
});

describe('an expensive search', () => {
  it.each(Object.entries(expensiveSearches))(
    'with %s takes a bounded number of statements',
    async (_, search) => {
      for (const ordering of ['relevance', '-created_at']) {
        const queries = await app.recordQueries(async () => {
          await titlesFound(search, { ordering });
        });
        expect(queries.length).toBeLessThan(150);
      }
    },
  );
});
