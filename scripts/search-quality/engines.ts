import { create, insertMultiple, search } from '@orama/orama';
import { stemmer as stem } from '@orama/stemmers/russian';
import { sql } from 'kysely';
import MiniSearch from 'minisearch';
import { route } from '#contract/paths.ts';
import type { App } from '#server/compose.ts';
import type { Db } from '#server/platform/db/database.ts';
import { containsPattern } from '#server/platform/db/search-terms.ts';
import type { CollectionText } from './collection.ts';
import type { SearchSite } from './site.ts';

/** Texts of other parts of the collection are passed over, so that more than ten results are needed. */
const maxResults = 100;

/** Returns ids of texts, the best first. */
type Find = (query: string) => Promise<string[]>;

export type Engine = {
  name: string;
  description: string;
  prepare(site: SearchSite, texts: CollectionText[]): Promise<Find>;
};

export const ours = 'news-site';

export const engines: Engine[] = [
  {
    name: 'ilike',
    description: 'every word in the title or the text, the newest first, as most sites search',
    prepare: async ({ db }) => findByPattern(db),
  },
  {
    name: 'postgresql',
    description:
      'PostgreSQL with its configuration `russian`: `websearch_to_tsquery`, `ts_rank_cd`, the title weighted',
    prepare: async ({ db }) => findByRussianVector(db),
  },
  {
    name: 'minisearch',
    description:
      'MiniSearch with the Russian Snowball stemmer, prefixes and a distance of a fifth of the word',
    prepare: async (_site, texts) => createMiniSearch(texts),
  },
  {
    name: 'orama',
    description: 'Orama with its tokenizer and stemmer for Russian and a tolerance of one letter',
    prepare: async (_site, texts) => createOrama(texts),
  },
  {
    name: ours,
    description: 'this site: the first page of `GET /api/v1/posts/?search=`',
    prepare: async ({ app }) => findThroughApi(app),
  },
];

function findByPattern(db: Db): Find {
  return async (query) => {
    const words = query.split(/[\s,]+/u).filter(Boolean);
    const conditions = words.map((word) => {
      const pattern = containsPattern(word);
      return sql`(title ilike ${pattern} or content_text ilike ${pattern})`;
    });
    const { rows } = await sql<{ slug: string }>`
      select slug from posts where ${sql.join([sql`true`, ...conditions], sql` and `)}
      order by created_at desc limit ${maxResults}`.execute(db);
    return rows.map(({ slug }) => slug);
  };
}

function findByRussianVector(db: Db): Find {
  return async (query) => {
    const { rows } = await sql<{ slug: string }>`
      with texts as (
        select id, slug, setweight(to_tsvector('russian', title), 'A') || to_tsvector('russian', content_text) as vector
        from posts
      ), query as (select websearch_to_tsquery('russian', ${query}) as words)
      select slug from texts, query where vector @@ words
      order by ts_rank_cd(vector, words) desc, id limit ${maxResults}`.execute(db);
    return rows.map(({ slug }) => slug);
  };
}

function createMiniSearch(texts: CollectionText[]): Find {
  const index = new MiniSearch<CollectionText>({
    fields: ['title', 'author', 'content'],
    processTerm: (term) => stem(term.toLowerCase()),
    searchOptions: { boost: { title: 2 }, prefix: true, fuzzy: 0.2, combineWith: 'AND' },
  });
  index.addAll(texts);
  return async (query) => index.search(query).map(({ id }) => id as string);
}

async function createOrama(texts: CollectionText[]): Promise<Find> {
  const index = create({
    schema: { title: 'string', author: 'string', content: 'string' },
    components: { tokenizer: { stemming: true, language: 'russian', stemmer: stem } },
  });
  await insertMultiple(
    index,
    texts.map(({ id, title, author, content }) => ({ id, title, author, content })),
  );
  return async (term) => {
    const options = { term, tolerance: 1, threshold: 0, boost: { title: 2 }, limit: maxResults };
    const { hits } = await search(index, options);
    return hits.map(({ id }) => id);
  };
}

/** The real endpoint with everything before it, as clients call it. */
export function findThroughApi(app: Pick<App, 'http'>): Find {
  return async (query) => {
    const parameters = new URLSearchParams({
      search: query,
      page_size: String(maxResults),
      ordering: 'relevance',
    });
    const response = await app.http.inject({ url: `${route('listPosts').path}?${parameters}` });
    if (response.statusCode !== 200) throw new Error(`«${query}»: ${response.statusCode} ${response.body}`);
    const { results } = response.json<{ results: Array<{ slug: string }> }>();
    return results.map(({ slug }) => slug);
  };
}
