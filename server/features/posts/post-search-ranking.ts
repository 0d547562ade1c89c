/** How a post matches a query, as shares of the words of the query from 0 to 1. */
export type Match = {
  /** Words in the title exactly as typed, in another form, and by a word of the same root. */
  titleExact: number;
  titleForms: number;
  titleRelated: number;
  /** The same in a heading. */
  headingForms: number;
  /** The same anywhere. */
  exact: number;
  forms: number;
  /** By a word with the same base. */
  derived: number;
  /** How often and how close together the words stand; 0 and above. */
  closeness: number;
  ageDays: number;
};

const weights = {
  titleExact: 4,
  titleForms: 4,
  titleRelated: 1,
  headingForms: 2,
  exact: 1,
  forms: 4,
  derived: 3,
};
const closenessWeight = 2;
/** A post of today counts by this much more than a very old one. */
const freshnessWeight = 0.05;
const freshnessHalvingDays = 180;

/**
 * The rank of a search result. The title counts more than headings, they more than the text; a form of the word more than a
 * word of the same root; words close together more than scattered ones. Freshness decides among equals.
 */
export function scoreMatch({ closeness, ageDays, ...shares }: Match): number {
  const words = Object.entries(weights).reduce(
    (sum, [part, weight]) => sum + weight * shares[part as keyof typeof weights],
    0,
  );
  const freshness = freshnessWeight * 2 ** (-Math.max(0, ageDays) / freshnessHalvingDays);
  return (words + closenessWeight * (closeness / (closeness + 1))) * (1 + freshness);
}
