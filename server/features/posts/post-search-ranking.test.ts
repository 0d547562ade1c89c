import { describe, expect, it } from 'vitest';
import { type Match, scoreMatch } from './post-search-ranking.ts';

const match: Match = {
  titleExact: 0,
  titleForms: 0,
  titleRelated: 0,
  headingForms: 0,
  exact: 0,
  forms: 1,
  derived: 1,
  closeness: 0.1,
  ageDays: 1_000,
};

describe('the rank of a search result', () => {
  it.each<[string, Partial<Match>, Partial<Match>]>([
    ['the title before a heading', { titleForms: 1, titleRelated: 1 }, { headingForms: 1 }],
    ['a heading before the text', { headingForms: 1 }, {}],
    ['the typed form before another one', { exact: 1 }, {}],
    ['a form before a related word', {}, { forms: 0 }],
    ['a form in the text before a related word in the title', {}, { forms: 0, titleRelated: 1 }],
    ['words close together before scattered ones', { closeness: 1 }, {}],
    ['a new post before an old one', { ageDays: 0 }, {}],
  ])('puts %s', (_, better, worse) =>
    expect(scoreMatch({ ...match, ...better })).toBeGreaterThan(scoreMatch({ ...match, ...worse })),
  );

  it('does not put a new post before a better one', () => {
    const old = { ...match, titleForms: 1, titleRelated: 1 };
    expect(scoreMatch(old)).toBeGreaterThan(scoreMatch({ ...match, ageDays: 0 }));
  });
});
