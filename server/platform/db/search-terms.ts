/** LIKE patterns for "contains" and "begins with": wildcards in the term itself are letters like any other. */
export const containing = (term: string): string => `%${literal(term)}%`;
export const beginningWith = (term: string): string => `${literal(term)}%`;
const literal = (term: string): string => term.replace(/[\\%_]/g, '\\$&');

export const maxSearchTerms = 10;

/** The terms of a search: ё is е, case does not matter, white space and commas separate; at most ten count. */
export const searchTerms = (search: string | undefined): string[] =>
  (search ?? '')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[\s,]+/u)
    .filter(Boolean)
    .slice(0, maxSearchTerms);
