import { foldCase } from '../search/fold-case.ts';

/** LIKE patterns for "contains" and "begins with". Wildcards in the term are escaped. */
export const containsPattern = (term: string): string => `%${escapeLike(term)}%`;
export const startsWithPattern = (term: string): string => `${escapeLike(term)}%`;
const escapeLike = (term: string): string => term.replace(/[\\%_]/g, '\\$&');

export const maxSearchTerms = 10;

/** The terms of a search as `search_spelling` of the database writes texts, separated by white space and commas; at most ten. */
export const searchTerms = (search: string | undefined): string[] =>
  foldCase(search ?? '')
    .split(/[\s,]+/u)
    .filter(Boolean)
    .slice(0, maxSearchTerms);
