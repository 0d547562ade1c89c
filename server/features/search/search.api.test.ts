import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchResults, TextParts } from '#contract/search.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let anna: TestUser;
let boris: TestUser;
let city: { id: number; slug: string; name: string };

beforeAll(async () => {
  app = await createTestApp();
  anna = await app.createUser({ username: 'anna_pero' });
  boris = await app.createUser({ username: 'boris' });
  const rename = (as: TestUser, first_name: string, last_name: string) =>
    app.call('updateProfile', { as, body: { first_name, last_name } });
  await rename(anna, 'Анна', 'Пёрышкина-Мостовая');
  await rename(boris, 'Борис', 'Лужин');
  city = await app.createCategory('Мосты и реки');
  const bridge = await app.createPost(anna, {
    title: 'Старый мост <b>открыт</b>',
    content: `${'Вступление о погоде. '.repeat(30)}Вечером старый каменный мост открыли для пешеходов.`,
    category: city.id,
  });
  await app.createPost(boris, { title: 'Каменный мост старый', content: 'Трамвай едет по мосту.' });
  await app.createPost(boris, { title: 'Трамвай', content: 'Ночной рейс без остановок.' });
  await app.call('createComment', { as: boris, body: { post: bridge.id, content: 'Мост <i>хороший</i>!' } });
  await app.db
    .updateTable('posts')
    .set({ created_at: new Date('2026-03-10T22:30:00Z') })
    .where('id', '=', bridge.id)
    .execute();
  await app.runJobs();
});
afterAll(() => app.stop());

const textOf = (parts: TextParts) => parts.map(({ text }) => text).join('');
const matchesOf = (parts: TextParts) => parts.filter((part) => part.is_match).map(({ text }) => text);
const search = async (text: string, query: Record<string, string> = {}): Promise<SearchResults> =>
  (await app.call('searchSite', { query: { search: text, ...query } })).body;
const titlesOf = ({ posts }: SearchResults) => posts.map(({ post }) => post.title).sort();

const both = ['Каменный мост старый', 'Старый мост <b>открыт</b>'];

describe('the search of the site', () => {
  it('finds posts, comments, authors and categories, with their numbers', async () => {
    const found = await search('мост');
    expect(found.counts).toEqual({ posts: 2, comments: 1, authors: 1, categories: 1 });
    expect(titlesOf(found)).toEqual(both);
    expect([found.comments, found.authors, found.categories]).toEqual([[], [], []]);
    const [comments, authors, categories] = await Promise.all(
      ['comments', 'authors', 'categories'].map((tab) => search('мост', { tab })),
    );
    expect(comments?.comments.map(({ fragment }) => matchesOf(fragment))).toEqual([['Мост']]);
    expect(authors?.authors.map(({ name }) => textOf(name))).toEqual(['Анна Пёрышкина-Мостовая']);
    expect(authors?.authors[0]).toMatchObject({ posts_count: 1, author_info: { username: 'anna_pero' } });
    expect(categories?.categories.map(({ category }) => category.slug)).toEqual([city.slug]);
  });

  it('finds comments and names by other forms of a word, unless the words are exact', async () => {
    expect((await search('мостами')).counts).toEqual({ posts: 2, comments: 1, authors: 1, categories: 1 });
    expect((await search('Пёрышкиной', { tab: 'authors' })).authors).toHaveLength(1);
    const exact = await search('мостами', { exact: 'true' });
    expect(exact.counts).toMatchObject({ comments: 0, authors: 0, categories: 0 });
  });

  it('finds nothing for a word that no text can have', async () => {
    const { counts } = await search('мост'.repeat(30));
    expect(counts).toEqual({ posts: 0, comments: 0, authors: 0, categories: 0 });
  });

  it('marks the words in title and fragment, and keeps the text of users as text', async () => {
    const { posts } = await search('каменные мосты', { category: city.slug });
    const [found] = posts;
    expect(matchesOf(found?.title ?? [])).toEqual(['мост']);
    expect(textOf(found?.title ?? [])).toBe('Старый мост <b>открыт</b>');
    expect(matchesOf(found?.fragment ?? [])).toEqual(['каменный', 'мост']);
    expect(textOf(found?.fragment ?? [])).toMatch(
      /^… .*Вечером старый каменный мост открыли для.пешеходов\.$/,
    );
  });

  it.each([
    ['"каменный мост"', both],
    ['"старый мост"', ['Старый мост <b>открыт</b>']],
    ['мост -трамвай', ['Старый мост <b>открыт</b>']],
    ['мост -"для пешеходов"', ['Каменный мост старый']],
    ['мост автор:anna_pero', ['Старый мост <b>открыт</b>']],
    ['мост автор:Перышкина', ['Старый мост <b>открыт</b>']],
    ['автор:Борис', ['Каменный мост старый', 'Трамвай']],
    ['автор:Борис -мост', ['Трамвай']],
    ['мост категория:реки', ['Старый мост <b>открыт</b>']],
    ['мост с 11.03.2026 по 11.03.2026', ['Старый мост <b>открыт</b>']],
    ['мост по 10.03.2026', []],
    ['-мост', both],
    ['мост автор:трамвай', ['Каменный мост старый']],
    ['мост"', both],
    ['" -', []],
  ])('understands %s', async (text, titles) => {
    const found = await search(text);
    expect(titlesOf(found)).toEqual(titles);
    expect(found.count).toBe(titles.length);
  });

  it('filters by category, author and period, and says what they mean', async () => {
    const query = { category: city.slug, author: 'Анна', since: '2026-03-11', until: '2026-03-11' };
    const found = await search('мост', query);
    expect(titlesOf(found)).toEqual(['Старый мост <b>открыт</b>']);
    expect(found.filters).toMatchObject({
      authors: [{ username: 'anna_pero' }],
      category: { slug: city.slug },
      since: '2026-03-11',
      until: '2026-03-11',
    });
    expect(titlesOf(await search('мост', { author: 'никто' }))).toEqual([]);
    expect(titlesOf(await search('мост', { category: 'nowhere' }))).toEqual([]);
    expect(titlesOf(await search('мост', { since: 'вчера' }))).toEqual(both);
  });

  it('orders, and returns pages', async () => {
    const byTitle = await search('мост', { ordering: 'title', page_size: '1', page: '2' });
    expect(byTitle).toMatchObject({ count: 2, next: null });
    expect(titlesOf(byTitle)).toEqual(['Старый мост <b>открыт</b>']);
    expect((await app.call('searchSite', { query: { search: 'мост', page: '9' } })).status).toBe(404);
  });

  it.each([
    ['10,000 characters', 'most '.repeat(2_000)],
    ['500 words', Array.from({ length: 500 }, (_, index) => `мост${index}`).join(' ')],
    ['only stop words', 'и в на по с'],
    ['only punctuation', '!!! ??? ...'],
    ['unbalanced quotation marks', '«"«"мост'],
    ['wildcards', '%_%\\'],
    ['right-to-left text', '\u202eשלום'],
    ['NUL', 'мо\u0000ст'],
    ['operators without values', 'автор: категория: с: по: -'],
    ['many excluded words', '-а '.repeat(100)],
  ])('responds to %s', async (_, text) => {
    for (const tab of ['posts', 'comments', 'authors', 'categories'])
      expect(await app.call('searchSite', { query: { search: text, tab } })).toMatchObject({ status: 200 });
    expect((await app.call('suggestSearch', { query: { text } })).status).toBe(200);
  });
});

describe('suggestions', () => {
  const suggest = async (text: string) => (await app.call('suggestSearch', { query: { text } })).body;

  it('name posts, authors and categories while a word is typed', async () => {
    const { posts, authors, categories } = await suggest('мос');
    expect(posts.map(({ title }: { title: TextParts }) => textOf(title)).sort()).toEqual(both);
    expect(matchesOf(posts[0].title)).toEqual(['мост']);
    expect(authors.map(({ name }: { name: TextParts }) => textOf(name))).toEqual(['Анна Пёрышкина-Мостовая']);
    expect(categories.map(({ slug }: { slug: string }) => slug)).toEqual([city.slug]);
  });

  it('contain the typed text at the beginning of a word', async () => {
    expect((await suggest('рамв')).posts).toEqual([]);
    const { posts } = await suggest('<b>отк');
    expect(posts.map(({ title }: { title: TextParts }) => textOf(title))).toEqual([both[1]]);
  });

  it('contain articles by the words of their texts only from four letters on', async () => {
    expect((await suggest('пеш')).posts).toEqual([]);
    expect((await suggest('пеше')).posts).toHaveLength(1);
  });

  it('are empty for one letter and for an unknown word', async () => {
    const nothing = { posts: [], authors: [], categories: [] };
    expect(await suggest('м')).toEqual(nothing);
    expect(await suggest('неведомое')).toEqual(nothing);
  });
});
