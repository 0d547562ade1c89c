import { type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { PostStatus } from '#contract/posts.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { DB } from '#server/platform/db/generated.ts';
import { inSample } from '#server/platform/db/sampled-count.ts';
import { containsPattern } from '#server/platform/db/search-terms.ts';

/** A word of a search, and the query for the analysed words of posts that it means. */
export type SearchTerm = { text: string; analysis?: string };

export type PostFilters = {
  /** Whose drafts match. */
  draftsOf: number | 'everyone' | 'nobody';
  /**
   * Hidden posts match only in the list of their author (`too`) and in those of moderators: all of them (`only`), or those
   * that their authors have not turned into drafts (`only readable`).
   */
  hidden?: 'too' | 'only' | 'only readable';
  terms: SearchTerm[];
  categoryId?: number;
  authorId?: number;
  /** Any of these authors; an empty list matches nothing. */
  authorIds?: number[] | undefined;
  status?: PostStatus;
  /** Only drafts with a time of publication. */
  isScheduled?: boolean;
  /** Only posts that staff keep off the front page. */
  isOffFrontPage?: boolean;
  createdSince?: Date | undefined;
  createdBefore?: Date | undefined;
  /** Queries for the analysed words of posts that must not match. */
  excluded?: string[];
};

/** Whether filters are set for which there are no counters and no ordered indexes. */
export const hasFindFilters = (filters: FiltersWithoutSearch): boolean =>
  filters.isOffFrontPage === true ||
  [filters.createdSince, filters.createdBefore, filters.authorIds, filters.excluded].some(
    (value) => value !== undefined,
  );

export type FiltersWithoutSearch = Omit<PostFilters, 'terms'>;

export const allPublished: PostFilters = { draftsOf: 'nobody', terms: [] };

/** The matching posts as `p`. Every list, count and pinned order starts with this query. */
export function selectMatchingPosts(db: Db, { terms, ...filters }: PostFilters): Posts {
  if (terms.length === 0) return selectFilteredPosts(db, filters);
  return applyFilters(selectSearchIndex(db), filters).where(matchesAll(terms, 'p'));
}

export const selectFilteredPosts = (db: Db, filters: FiltersWithoutSearch): Posts =>
  applyFilters(db.selectFrom('posts as p'), filters);

/**
 * The same posts for a search, as `p` with the columns that lists are ordered by. Title and content matches are separate
 * branches of a union: with `or` PostgreSQL would have to recheck the content of every candidate.
 */
export function selectSearchResults(db: Db, { terms, ...filters }: PostFilters, limit?: number): Posts {
  const [longest = { text: '' }, ...others] = terms.toSorted(
    (left, right) => right.text.length - left.text.length,
  );
  const branches = termConditions(longest, 'p').map((condition) => {
    const query = applyFilters(selectSearchIndex(db), filters)
      .where(condition)
      .where(matchesAll(others, 'p'));
    // A count needs no more rows of a branch than its limit.
    if (limit !== undefined) return query.select('p.id').limit(limit);
    return query.select(['p.id', 'p.created_at', 'p.updated_at', 'p.title']);
  });
  const found = sql`(${sql.join(
    branches.map((branch) => sql`(${branch})`),
    sql` union `,
  )})`;
  return db.selectFrom(found.as('p')) as unknown as Posts;
}

/** Whether `selectSampledResults` can search for every term: each must contain a word. */
export const haveWords = (terms: SearchTerm[]): boolean =>
  terms.every(({ text }) => extractWords(text) !== '');

/** A subset of the search results as `p`: the terms as words, in every n-th block of posts. */
export function selectSampledResults(db: Db, { terms, ...filters }: PostFilters, denominator: number): Posts {
  const sample = applyFilters(selectSearchIndex(db), filters).where(inSample('p.id', denominator));
  return terms.reduce((found, term) => found.where(matchesWords(term.text, 'p')), sample);
}

type Posts = SelectQueryBuilder<DB & { p: DB['posts'] }, 'p', unknown>;

/** The posts of the search index as `p`, before any search. */
export const selectIndexedPosts = (db: Db, filters: FiltersWithoutSearch): Posts =>
  applyFilters(selectSearchIndex(db), filters);

/** The search index has the column names of `posts`. */
const selectSearchIndex = (db: Db) => db.selectFrom('post_search_index as p') as unknown as Posts;

function applyFilters(posts: Posts, filters: FiltersWithoutSearch): Posts {
  const { categoryId, authorId, authorIds, status, createdSince, createdBefore } = filters;
  let query = posts.where((eb) => isVisible(eb, filters));
  if (categoryId !== undefined) query = query.where('p.category_id', '=', categoryId);
  if (authorId !== undefined) query = query.where('p.author_id', '=', authorId);
  if (authorIds !== undefined) query = query.where('p.author_id', 'in', [0, ...authorIds]);
  if (status !== undefined) query = query.where('p.status', '=', status);
  if (filters.isScheduled) query = query.where((eb) => eb('p.id', 'in', selectScheduled(eb)));
  if (filters.isOffFrontPage) query = query.where((eb) => eb('p.id', 'in', selectOffFrontPage(eb)));
  if (createdSince !== undefined) query = query.where('p.created_at', '>=', createdSince);
  if (createdBefore !== undefined) query = query.where('p.created_at', '<', createdBefore);
  // A subquery, because `posts` has no such column.
  for (const excluded of filters.excluded ?? [])
    query = query.where(sql<SqlBool>`not exists (
      select from post_search_index as text where text.id = p.id and text.analysis @@ ${excluded}::tsquery)`);
  return query;
}

/** A subquery, because the search index has no such column. */
const selectScheduled = (eb: ExpressionBuilder<DB & { p: DB['posts'] }, 'p'>) =>
  eb.selectFrom('posts').select('posts.id').where('posts.publish_at', 'is not', null);

/** A subquery, because the search index has no such column. */
const selectOffFrontPage = (eb: ExpressionBuilder<DB & { p: DB['posts'] }, 'p'>) =>
  eb.selectFrom('posts').select('posts.id').where('posts.off_front_page_at', 'is not', null);

function isVisible(
  eb: ExpressionBuilder<DB & { p: DB['posts'] }, 'p'>,
  { draftsOf, hidden, status }: FiltersWithoutSearch,
) {
  if (hidden === 'only')
    return eb.and([
      eb('p.status', '=', 'hidden'),
      eb(
        'p.id',
        'not in',
        eb.selectFrom('posts').select('posts.id').where('posts.waiting_rule', 'is not', null),
      ),
    ]);
  if (hidden === 'only readable')
    return eb(
      'p.id',
      'in',
      eb
        .selectFrom('posts')
        .select('posts.id')
        .where('posts.status', '=', 'hidden')
        .where('posts.hidden_status', '=', 'published')
        .where('posts.waiting_rule', 'is', null),
    );
  const published = eb('p.status', '=', 'published');
  // Without `or`, which no index could serve.
  if (draftsOf === 'nobody' || status === 'published') return published;
  const draft = eb('p.status', '=', 'draft');
  if (draftsOf === 'everyone') return status === 'draft' ? draft : eb.or([published, draft]);
  const own = eb('p.author_id', '=', draftsOf);
  if (status === 'draft') return eb.and([own, draft]);
  return eb.or([published, hidden === 'too' ? own : eb.and([own, draft])]);
}

/** Shorter terms match word prefixes only: a substring of two letters occurs in every text. */
const minSubstringLength = 3;

/**
 * Every term must match: in the title by substring, in title or content by Russian stem or word prefix, or as one of the
 * words that it means.
 */
export const matchesAll = (terms: SearchTerm[], table: SearchIndexAlias) =>
  sql<SqlBool>`${sql.join([sql`true`, ...terms.map((term) => sql`(${sql.join(termConditions(term, table), sql` or `)})`)], sql` and `)}`;

function termConditions({ text, analysis }: SearchTerm, table: SearchIndexAlias) {
  const bySubstring = sql<SqlBool>`${sql.ref(`${table}.title_key`)} like ${containsPattern(text)}`;
  const byMeaning =
    analysis === undefined ? [] : [sql<SqlBool>`${sql.ref(`${table}.analysis`)} @@ ${analysis}::tsquery`];
  if (extractWords(text) === '') return [bySubstring, ...byMeaning];
  return text.length < minSubstringLength
    ? [matchesWords(text, table), ...byMeaning]
    : [bySubstring, matchesWords(text, table), ...byMeaning];
}

function matchesWords(term: string, table: SearchIndexAlias) {
  const words = extractWords(term);
  return sql<SqlBool>`${sql.ref(`${table}.search_vector`)} @@ (to_tsquery('simple', ${`'${words}':*`}) || plainto_tsquery('russian', ${words}))`;
}

/** A term such as `a-b-c` is searched as a phrase; each of its words costs as much as a term. */
const maxWordsPerTerm = 10;

const extractWords = (term: string): string =>
  (term.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxWordsPerTerm).join(' ');

/** Aliases of `post_search_index` in queries. */
type SearchIndexAlias = 'p' | 'w';
