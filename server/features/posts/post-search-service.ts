import { exactCountLimit } from '#contract/query.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { withPlannerSettings } from '#server/platform/db/planner-settings.ts';
import { loadMorphology } from '#server/platform/search/morphology.ts';
import type { QueryChunk } from '#server/platform/search/query-language.ts';
import { stopWords } from '#server/platform/search/stop-words.ts';
import type { Term } from '#server/platform/search/terms.ts';
import {
  type Understanding,
  type UnderstandingOptions,
  understand,
} from '#server/platform/search/understanding.ts';
import type { FiltersWithoutSearch, SearchTerm } from './post-filters.ts';
import { scoreMatch } from './post-search-ranking.ts';
import {
  allOf,
  countOlderMatches,
  estimateMatches,
  findFirstMatches,
  findNewestMatches,
  type IndexQuery,
  type Level,
  measureMatches,
  type NewestMatches,
  nothingSearched,
} from './post-search-store.ts';
import { createVocabulary } from './search-vocabulary-store.ts';

/** So many of the newest matches, and of those with all words in the title, are ranked on every page; older ones follow by date. */
const maxRanked = 150;
const maxRankedTitles = 50;
/** Related words are for queries whose forms find less than this. */
const minFinds = 10;

/** A search that has found the first posts. Each method takes at most one connection; `rank` and `count` may run at the same time. */
export type Search = {
  understood: Understanding;
  level: Level;
  /** The best matches first: as many as were asked for, if there are so many, or more. */
  rank(): Promise<number[]>;
  /** The newest matches first: as many as were asked for, if there are so many, and at most 10,000. */
  list(): Promise<number[]>;
  /** The number of matches, at most 10,000. */
  count(): Promise<number>;
};
type Begun = { asked: IndexQuery; level: Level; wanted: number; first: NewestMatches };

export type PostSearch = ReturnType<typeof createPostSearch>;

/** Finds posts by relevance. */
export function createPostSearch({ db, clock }: { db: Db; clock: Clock }) {
  async function readQuery(chunks: QueryChunk[], options: UnderstandingOptions = {}): Promise<Understanding> {
    return understand(chunks, {
      morphology: await loadMorphology(),
      vocabulary: createVocabulary(db),
      ...options,
    });
  }

  /** Searches for the newest posts by forms or, if few posts match, by related words too. */
  async function findFirst(
    tx: Db,
    { terms, excluded }: Understanding,
    filters: FiltersWithoutSearch,
    wanted: number,
  ): Promise<Begun> {
    const findBy = async (level: Level): Promise<Begun> => {
      const asked = { query: toQuery(terms, excluded, level), filters };
      return { asked, level, wanted, first: await findFirstMatches(tx, asked, wanted) };
    };
    const byForms = await findBy('forms');
    if (byForms.first.count >= minFinds || !hasRelatives(terms)) return byForms;
    const all = await findNewestMatches(tx, { ...byForms.asked, isRare: true }, wanted, byForms.first);
    return all.count >= minFinds ? { ...byForms, first: all } : findBy('related');
  }

  /** Begins a search of which so many matches are wanted. */
  async function begin(
    understood: Understanding,
    filters: FiltersWithoutSearch,
    listed: number,
  ): Promise<Search> {
    if (understood.terms.length === 0) return nothingFound(understood);
    const wanted = Math.max(maxRanked, listed + maxRankedTitles);
    const begun = await search((tx) => findFirst(tx, understood, filters, wanted));
    const { asked, level, first } = begun;
    const hasAll = first.from === 0;
    return {
      understood,
      level,
      rank: () =>
        hasAll && first.count <= maxRanked
          ? rankIds(db, understood, level, first.ids)
          : search((tx) => rankNewest(tx, understood, begun)),
      list: async () =>
        (hasAll ? first : await search((tx) => findNewestMatches(tx, asked, wanted, first))).ids,
      count: async () =>
        first.count + (hasAll ? 0 : await search((tx) => countOlderMatches(tx, asked, first))),
    };
  }

  const search = <T>(work: (tx: Db) => Promise<T>): Promise<T> => withPlannerSettings(db, 'bitmapScan', work);

  /** The newest matches and those with all words in the title by their rank, then the others by date. */
  async function rankNewest(tx: Db, understood: Understanding, begun: Begun): Promise<number[]> {
    const { asked, level, wanted, first } = begun;
    const { ids } = await findNewestMatches(tx, asked, wanted, first);
    const titled = {
      ...asked,
      query: toQuery(understood.terms, understood.excluded, 'titles'),
      isRare: estimateMatches(first) < exactCountLimit,
    };
    const none = nothingSearched(first.newestId);
    const inTitles = await findNewestMatches(tx, titled, maxRankedTitles, none);
    const candidates = new Set([...ids.slice(0, maxRanked), ...inTitles.ids]);
    const ranked = await rankIds(tx, understood, level, [...candidates]);
    return [...ranked, ...ids.filter((id) => !candidates.has(id))].slice(0, exactCountLimit);
  }

  async function rankIds(tx: Db, { terms }: Understanding, level: Level, ids: number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    return (await measureMatches(tx, terms, level, ids, clock.now()))
      .map((match) => ({ id: match.id, score: scoreMatch(match) }))
      .toSorted((left, right) => right.score - left.score || right.id - left.id)
      .map(({ id }) => id);
  }

  /**
   * The same terms with what else they mean: other forms, words of the same root, corrections. One after the other: such a list
   * takes one connection.
   */
  async function readTerms(terms: string[]): Promise<SearchTerm[]> {
    const read: SearchTerm[] = [];
    for (const text of terms) read.push(await readTerm(text));
    return read;
  }

  async function readTerm(text: string): Promise<SearchTerm> {
    if (stopWords.has(text)) return { text };
    const { terms } = await readQuery([{ text, isPhrase: false, isExcluded: false }]);
    const analysis = terms.map(({ related }) => related).join(' & ');
    return analysis === '' ? { text } : { text, analysis };
  }

  return { readQuery, begin, readTerms };
}

const nothingFound = (understood: Understanding): Search => ({
  understood,
  level: 'forms',
  rank: async () => [],
  list: async () => [],
  count: async () => 0,
});

function toQuery(terms: Term[], excluded: string[], query: Level | 'titles'): string {
  const all = allOf(terms, query);
  return excluded.length === 0 ? all : `${all} & !(${excluded.join(' | ')})`;
}

const hasRelatives = (terms: Term[]): boolean => terms.some(({ forms, related }) => related !== forms);
