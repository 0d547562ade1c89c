import { type SqlBool, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { withPlannerSettings } from '#server/platform/db/planner-settings.ts';
import { containsPattern } from '#server/platform/db/search-terms.ts';

export type PostText = { standfirst: string | null; text: string };
export type TitleSuggestion = { id: number; slug: string; title: string };

/** Fragments are cut from the first characters of a text. */
const maxTextLength = 20_000;

/** The texts of these posts, without markup. */
export async function findTexts(db: Db, ids: number[]): Promise<Map<number, PostText>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'standfirst', sql<string>`left(content_text, ${sql.lit(maxTextLength)})`.as('text')])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, ...text }) => [id, text]));
}

/** The titles of these posts, in this order. */
export async function findTitles(db: Db, ids: number[]): Promise<TitleSuggestion[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'slug', 'title'])
    .where('id', 'in', ids)
    .where('status', '=', 'published')
    .execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** Among so many of the newest posts a title is looked for first: common words are found there. */
const newestScanned = 2_000;
/** So many posts with rarer words are ordered. */
const maxMatches = 500;

/** The newest published posts whose titles have a word with each term as its beginning. */
export async function suggestTitles(db: Db, terms: string[], limit: number): Promise<TitleSuggestion[]> {
  if (terms.length === 0) return [];
  const among = await suggestAmongNewest(db, terms, limit);
  // Shorter terms have no trigrams: every title would be read.
  if (among.length === limit || !terms.some((term) => term.length > 2)) return among;
  return withPlannerSettings(db, 'bitmapScan', (tx) => suggestByIndex(tx, terms, limit));
}

/** Every term begins a word of the title. The first condition is the one with an index. */
const matchesTitle = (terms: string[]) =>
  sql<SqlBool>`${sql.join(
    terms.map(
      (term) => sql`i.title_key like ${containsPattern(term)}
        and ' ' || translate(i.title_key, '«»„“”"(№', '        ') like ${containsPattern(` ${term.replaceAll('№', ' ')}`)}`,
    ),
    sql` and `,
  )}`;

async function suggestAmongNewest(db: Db, terms: string[], limit: number): Promise<TitleSuggestion[]> {
  const { rows } = await sql<TitleSuggestion>`
    select newest.id, newest.slug, newest.title
    from (
      select id, slug, title, created_at from posts where status = 'published'
      order by created_at desc, id desc limit ${sql.lit(newestScanned)}
    ) as newest join post_search_index as i using (id)
    where ${matchesTitle(terms)}
    order by newest.created_at desc, newest.id desc limit ${limit}`.execute(db);
  return rows;
}

async function suggestByIndex(db: Db, terms: string[], limit: number): Promise<TitleSuggestion[]> {
  const { rows } = await sql<TitleSuggestion>`
    select posts.id, posts.slug, posts.title
    from (
      select i.id, i.created_at from post_search_index as i
      where i.status = 'published' and ${matchesTitle(terms)} limit ${sql.lit(maxMatches)}
    ) as matches join posts using (id)
    where posts.status = 'published'
    order by matches.created_at desc, matches.id desc limit ${limit}`.execute(db);
  return rows;
}
