import { type RawBuilder, sql } from 'kysely';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { startsWithPattern } from '#server/platform/db/search-terms.ts';
import {
  blockLexeme,
  blockOf,
  lemmaLexeme,
  namesakeLexeme,
  quoteLexeme,
  type VocabularyWord,
} from '#server/platform/search/document.ts';
import type { Vocabulary } from '#server/platform/search/terms.ts';
import { findNewestId } from './post-search-store.ts';

const maxCompared = 3_000;
const maxSimilar = 300;
const maxRelated = 60;
const maxLengthDifference = 2;

/** The words of the published posts (`search_words`). */
export const createVocabulary = (db: Db): Vocabulary => ({
  async findKnown(words, lemmas) {
    const rows = await db
      .selectFrom('search_words')
      .select(['word', 'lemma'])
      .where((eb) => eb.or([eb('word', 'in', ['', ...words]), eb('lemma', 'in', ['', ...lemmas])]))
      .limit(1_000)
      .execute();
    return { words: new Set(rows.map(({ word }) => word)), lemmas: new Set(rows.map(({ lemma }) => lemma)) };
  },
  async hasPrefix(prefix) {
    const query = db
      .selectFrom('search_words')
      .select('word')
      .where('word', 'like', startsWithPattern(prefix));
    return (await query.limit(1).execute()).length > 0;
  },
  /** Words with two different prefixes have little in common: «разложение» and «положение». They count if there are no others. */
  async findRelated(families) {
    const bases = families.map(({ base }) => base);
    const roots = families.map(({ root }) => root);
    const whole = families.filter(({ base, root }) => base === root).map(({ root }) => root);
    const find = (condition: RawBuilder<unknown>) =>
      sql<{ lemma: string; hasBase: boolean }>`
        select lemma, base = any(${bases}) as "hasBase" from search_words
        where ${condition}
        group by lemma, base order by 2 desc, lemma limit ${maxRelated}`.execute(db);
    let { rows } = await find(
      sql`base <> '' and base = any(${[...bases, ...roots]}) or root <> '' and root = any(${whole})`,
    );
    if (rows.length === 0) ({ rows } = await find(sql`root <> '' and root = any(${roots})`));
    const lemmasWith = (hasBase: boolean) =>
      rows.filter((row) => row.hasBase === hasBase).map(({ lemma }) => lemma);
    return { base: lemmasWith(true), root: lemmasWith(false) };
  },
  findSimilar: (word) =>
    inTransaction(db, async (tx) => {
      const similarity = String(minSimilarity(word.length));
      await sql`select set_config('pg_trgm.similarity_threshold', ${similarity}, true)`.execute(tx);
      const { rows } = await sql<{ word: string }>`
        select word from (
          select word, similarity(word, ${word}) as similarity from search_words
          where word % ${word}
            and length(word) between ${word.length - maxLengthDifference} and ${word.length + maxLengthDifference}
          limit ${maxCompared}
        ) as compared
        order by similarity desc, word limit ${maxSimilar}`.execute(tx);
      return filterReadable(
        tx,
        rows.map((row) => row.word),
      );
    }),
});

/** Two errors leave so many of the trigrams of a word of this length. */
const minSimilarity = (length: number): number => {
  if (length < 6) return 0.18;
  if (length < 8) return 0.25;
  if (length < 10) return 0.18;
  return length < 12 ? 0.25 : 0.3;
};

const anyForm = (word: string): string =>
  [word, lemmaLexeme(word), namesakeLexeme(word)].map(quoteLexeme).join(' | ');

/**
 * The words of published posts: those of posts that were hidden are removed only at night. The newest posts are asked first, because the
 * index reads all posts of a word before it returns one.
 */
async function filterReadable(db: Db, words: string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const newest = quoteLexeme(blockLexeme(blockOf(await findNewestId(db))));
  const inNewest = await selectReadable(db, words, sql`analysis @@ ${newest}::tsquery`);
  const others = words.filter((word) => !inNewest.includes(word));
  const readable = new Set([...inNewest, ...(await selectReadable(db, others, sql`true`))]);
  return words.filter((word) => readable.has(word));
}

async function selectReadable(db: Db, words: string[], isAsked: RawBuilder<unknown>): Promise<string[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words}::text[], ${words.map(anyForm)}::text[]) as w (word, query)
    where exists (
      select from post_search_index where ${isAsked} and analysis @@ query::tsquery and status = 'published'
    )`.execute(db);
  return rows.map(({ word }) => word);
}

/** Those of the words that this version has not described. */
export async function filterUndescribed(db: Db, words: string[], analysisVersion: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words}::text[]) as w (word)
    where not exists (
      select from search_words as s where s.word = w.word and s.analysis_version >= ${analysisVersion}
    )
    order by word`.execute(db);
  return rows.map(({ word }) => word);
}

export async function storeWords(db: Db, words: VocabularyWord[], analysisVersion: number): Promise<void> {
  if (words.length === 0) return;
  await sql`
    insert into search_words (word, lemma, base, root, analysis_version)
    select word, lemma, base, root, ${analysisVersion}::int
    from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ lemma }) => lemma)}::text[],
      ${words.map(({ base }) => base)}::text[], ${words.map(({ root }) => root)}::text[]) as w (word, lemma, base, root)
    order by word
    on conflict (word) do update
    set lemma = excluded.lemma, base = excluded.base, root = excluded.root, analysis_version = excluded.analysis_version
    where search_words.analysis_version < excluded.analysis_version`.execute(db);
}

/** Deletes those of the next words that no published post contains. Returns the last word that was looked at. */
export async function deleteUnusedWords(db: Db, after: string, limit: number): Promise<string | undefined> {
  const words = await db
    .selectFrom('search_words')
    .select(['word', 'lemma'])
    .where('word', '>', after)
    .orderBy('word')
    .limit(limit)
    .execute();
  const names = words.map(({ word }) => word);
  const lexemes = names.map(anyForm);
  await sql`
    delete from search_words using unnest(${names}::text[], ${lexemes}::text[]) as w (word, lexeme)
    where search_words.word = w.word and not exists (
      select from post_search_index where analysis @@ lexeme::tsquery and status = 'published'
    )`.execute(db);
  return names.at(-1);
}
