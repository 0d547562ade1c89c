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
const maxRanked = 500;
const maxRankedTitles = 200;
/** Related words are for queries whose forms find less than this. */
const minFinds = 10;

export type RankedPosts = {
  /** The best first. */
  ids: number[];
  /** Whether there are more. */
  isLimited: boolean;
  understood: Understanding;
  level: Level;
};
type Level = 'forms' | 'related';

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

  async function rank(understood: Understanding, filters: FiltersWithoutSearch): Promise<RankedPosts> {
    if (understood.terms.length === 0) return { ids: [], isLimited: false, understood, level: 'forms' };
    const byForms = await rankLevel('forms', understood, filters);
    if (byForms.ids.length >= minFinds || !hasRelatives(understood.terms)) return byForms;
    return rankLevel('related', understood, filters);
  }

  async function rankLevel(
    level: Level,
    understood: Understanding,
    filters: FiltersWithoutSearch,
  ): Promise<RankedPosts> {
    const { terms, excluded } = understood;
    const all = terms.map((term) => term[level]).join(' & ');
    const wanted = excluded.length === 0 ? all : `${all} & !(${excluded.join(' | ')})`;
    const found = await findNewestMatches(db, wanted, filters, exactCountLimit + 1);
    const ids = found.slice(0, exactCountLimit);
    const isLimited = found.length > exactCountLimit;
    const titles = terms.map((term) => term.titles).join(' & ');
    const inTitles =
      ids.length > maxRanked
        ? await findNewestMatches(db, `${wanted} & ${titles}`, filters, maxRankedTitles)
        : [];
    const candidates = [...new Set([...ids.slice(0, maxRanked), ...inTitles])];
    const matches =
      candidates.length === 0 ? [] : await measureMatches(db, terms, all, candidates, clock.now());
    const ranked = matches
      .map((match) => ({ id: match.id, score: scoreMatch(match) }))
      .toSorted((left, right) => right.score - left.score || right.id - left.id)
      .map(({ id }) => id);
    const isRanked = new Set(ranked);
    const others = ids.filter((id) => !isRanked.has(id));
    return { ids: [...ranked, ...others].slice(0, exactCountLimit), isLimited, understood, level };
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

  return { readQuery, rank, readTerms };
}

const hasRelatives = (terms: Term[]): boolean => terms.some(({ forms, related }) => related !== forms);
