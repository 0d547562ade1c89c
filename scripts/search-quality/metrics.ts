import { type CollectionQuery, type CollectionText, type QueryClass, queryClasses } from './collection.ts';

/** How many results are read; readers seldom look further. */
const readResults = 10;

/** The results of a query: ids of texts of its part of the collection, the best first. */
export type Outcome = { query: CollectionQuery; found: string[] };

/** The other parts are not judged for this query: their texts are neither right nor wrong, so they are passed over. */
export const judgedResults = (query: CollectionQuery, found: string[], texts: CollectionText[]): string[] => {
  const ofPart = new Set(texts.filter(({ part }) => part === query.part).map(({ id }) => id));
  return found.filter((id) => ofPart.has(id));
};

export type Score = {
  queries: number;
  /** The mean share of the relevant texts among the first ten; undefined if no query has relevant texts. */
  recall: number | undefined;
  /** The mean of 1 / rank of the first relevant text, 0 if it is not among the first ten. */
  reciprocalRank: number | undefined;
  /** The share of the queries with forbidden texts that find one of them among the first ten. */
  falseFinds: number | undefined;
};

export type Scores = { total: Score; classes: Map<QueryClass, Score> };

export function scoreOutcomes(outcomes: Outcome[]): Scores {
  const classes = queryClasses
    .map((name) => [name, outcomes.filter(({ query }) => query.class === name)] as const)
    .filter(([, group]) => group.length > 0)
    .map(([name, group]) => [name, scoreGroup(group)] as const);
  return { total: scoreGroup(outcomes), classes: new Map(classes) };
}

function scoreGroup(outcomes: Outcome[]): Score {
  const answerable = outcomes.filter(({ query }) => query.relevant.length > 0);
  const guarded = outcomes.filter(({ query }) => query.forbidden.length > 0);
  return {
    queries: outcomes.length,
    recall: mean(answerable.map(recallOf)),
    reciprocalRank: mean(answerable.map(reciprocalRankOf)),
    falseFinds: mean(guarded.map((outcome) => (hasFalseFind(outcome) ? 1 : 0))),
  };
}

/** At most ten texts can be found, so a query with more of them is complete with ten. */
export const recallOf = ({ query: { relevant }, found }: Outcome): number =>
  firstOf(found).filter((id) => relevant.includes(id)).length / Math.min(relevant.length, readResults);

export function reciprocalRankOf({ query: { relevant }, found }: Outcome): number {
  const rank = firstOf(found).findIndex((id) => relevant.includes(id));
  return rank < 0 ? 0 : 1 / (rank + 1);
}

export const hasFalseFind = ({ query: { forbidden }, found }: Outcome): boolean =>
  firstOf(found).some((id) => forbidden.includes(id));

const firstOf = (found: string[]): string[] => found.slice(0, readResults);

const mean = (values: number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
