import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { PostStatus } from '#contract/posts.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { DB } from '#server/platform/db/generated.ts';
import { containing } from '#server/platform/db/search-terms.ts';

export type PostFilters = {
  /** Drafts are seen only by this author, or by everyone asked for them. */
  draftsOf: number | 'everyone' | 'nobody';
  /** Hidden posts stand in no list but that of their author, beside the drafts, and that of moderators, alone. */
  hidden?: 'too' | 'only';
  terms: string[];
  categoryId?: number;
  authorId?: number;
  status?: PostStatus;
  createdSince?: Date;
};

/** The posts that match, as `p`: what every list, count and pinned order begins with. */
export function matchingPosts(db: Db, filters: PostFilters) {
  let query = db.selectFrom('posts as p').where((eb) => visible(eb, filters));
  if (filters.categoryId !== undefined) query = query.where('p.category_id', '=', filters.categoryId);
  if (filters.authorId !== undefined) query = query.where('p.author_id', '=', filters.authorId);
  if (filters.status !== undefined) query = query.where('p.status', '=', filters.status);
  if (filters.createdSince !== undefined) query = query.where('p.created_at', '>=', filters.createdSince);
  for (const term of filters.terms) query = query.where(matchesTerm(term));
  return query;
}

function visible(eb: ExpressionBuilder<DB & { p: DB['posts'] }, 'p'>, { draftsOf, hidden }: PostFilters) {
  if (hidden === 'only') return eb('p.status', '=', 'hidden');
  const published = eb('p.status', '=', 'published');
  if (draftsOf === 'nobody') return published;
  if (draftsOf === 'everyone') return eb.or([published, eb('p.status', '=', 'draft')]);
  const own = eb('p.author_id', '=', draftsOf);
  return eb.or([published, hidden === 'too' ? own : eb.and([own, eb('p.status', '=', 'draft')])]);
}

/** Short terms match as beginnings of words only: a substring of two letters is in every text. */
const minSubstringLength = 3;

/** In the title by substring, anywhere by Russian stem or beginning of a word (contract decision 22). */
function matchesTerm(term: string) {
  const words = term.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  const byWord = sql<SqlBool>`p.search_vector @@ (to_tsquery('simple', ${`'${words}':*`}) || plainto_tsquery('russian', ${words}))`;
  const bySubstring = sql<SqlBool>`p.title_key like ${containing(term)}`;
  if (words === '') return bySubstring;
  return term.length < minSubstringLength ? byWord : sql<SqlBool>`(${bySubstring} or ${byWord})`;
}
