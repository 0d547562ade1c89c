import { exactCountLimit } from '#contract/query.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
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
import { findNewestMatches, measureMatches } from './post-search-store.ts';
import { createVocabulary } from './search-vocabulary-store.ts';

/** So many of the newest matches, and of those with all words in the title, are ranked; older ones follow by date. */
const maxRanked = 300;
const maxRankedTitles = 100;
/** Related words are for queries whose forms find less than this. */
const minFinds = 10;

export type Matches = {
  /** At least as many as asked for, if there are so many. */
  ids: number[];
  /** At most 10,000. */
  count: number;
  understood: Understanding;
  level: Level;
};
type Level = 'forms' | 'related';
type TermQuery = Level | 'titles';

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

  /** The newest matches by their forms or, if these are few, by related words too. */
  async function find(
    understood: Understanding,
    filters: FiltersWithoutSearch,
    listed: number,
  ): Promise<Matches> {
    const { terms } = understood;
    const findBy = async (level: Level): Promise<Matches> => {
      const limits = { listed, counted: exactCountLimit };
      const newest = await findNewestMatches(db, toQuery(understood, level), filters, limits);
      return { ...newest, understood, level };
    };
    if (terms.length === 0) return { ids: [], count: 0, understood, level: 'forms' };
    const byForms = await findBy('forms');
    return byForms.count >= minFinds || !hasRelatives(terms) ? byForms : findBy('related');
  }

  /** The best matches first. */
  async function rank(
    understood: Understanding,
    filters: FiltersWithoutSearch,
    listed: number,
  ): Promise<Matches> {
    const enough = Math.max(maxRanked, listed + maxRankedTitles);
    const { ids, ...found } = await find(understood, filters, enough);
    const inTitles = found.count > maxRanked ? await findInTitles(found, filters) : [];
    const candidates = [...new Set([...ids.slice(0, maxRanked), ...inTitles])];
    const { terms } = understood;
    const matches =
      candidates.length === 0
        ? []
        : await measureMatches(db, terms, allOf(terms, found.level), candidates, clock.now());
    const ranked = matches
      .map((match) => ({ id: match.id, score: scoreMatch(match) }))
      .toSorted((left, right) => right.score - left.score || right.id - left.id)
      .map(({ id }) => id);
    const isRanked = new Set(ranked);
    const others = ids.filter((id) => !isRanked.has(id));
    return { ...found, ids: [...ranked, ...others].slice(0, found.count) };
  }

  async function findInTitles(
    { understood, count }: Pick<Matches, 'understood' | 'count'>,
    filters: FiltersWithoutSearch,
  ): Promise<number[]> {
    const isAtOnce = count < exactCountLimit;
    const limits = { listed: maxRankedTitles, counted: maxRankedTitles, isAtOnce };
    return (await findNewestMatches(db, toQuery(understood, 'titles'), filters, limits)).ids;
  }

  /**
   * The same terms with what else they mean: other forms, words of the same root, corrections. One after the other: a search
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

  return { readQuery, find, rank, readTerms };
}

function toQuery({ terms, excluded }: Understanding, query: TermQuery): string {
  const all = allOf(terms, query);
  return excluded.length === 0 ? all : `${all} & !(${excluded.join(' | ')})`;
}

const allOf = (terms: Term[], query: TermQuery): string => terms.map((term) => term[query]).join(' & ');

const hasRelatives = (terms: Term[]): boolean => terms.some(({ forms, related }) => related !== forms);
