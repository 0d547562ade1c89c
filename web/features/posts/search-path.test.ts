import { expect, it } from 'vitest';
import { parseSearchState, searchPath } from './search-path.ts';

const parse = (query: string) => parseSearchState(new URLSearchParams(query));

it.each([
  'search=мост',
  'search=мост&tab=comments&author=anna&since=2026-09-01&until=2026-09-30&ordering=newest&page=2',
  'search=мост&category=3&exact=true',
])('has one URL for each state: %s', (query) => {
  const path = searchPath(parse(query));
  expect(decodeURIComponent(path)).toBe(`/posts?${query}`);
});

it.each([
  'search=мост&tab=posts&page=1&ordering=relevance',
  'search=%20мост%20&tab=drafts&ordering=-created_at&since=вчера&until=9&exact=1&page=x',
])('omits defaults and invalid values: %s', (query) => {
  expect(decodeURIComponent(searchPath(parse(query)))).toBe('/posts?search=мост');
});
