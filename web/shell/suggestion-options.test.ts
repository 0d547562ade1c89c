import { describe, expect, it } from 'vitest';
import { toSuggestionGroups } from './suggestion-options.ts';

const part = (text: string) => [{ text, is_match: true }];
const found = {
  posts: [{ id: 1, slug: 'most', title: part('Мост') }],
  authors: [
    {
      author_info: { id: 2, username: 'anna', full_name: '', avatar: null, avatar_info: null },
      name: part('anna'),
    },
  ],
  categories: [{ slug: 'mosty', name: part('Мосты') }],
};
const summary = (groups: ReturnType<typeof toSuggestionGroups>) =>
  groups.map(({ key, options }) => [key, options.map(({ path }) => path && decodeURIComponent(path))]);

describe('the groups of suggestions', () => {
  it('are the last searches without text, with their deletion', () => {
    expect(summary(toSuggestionGroups(' ', ['мост', 'сад'], undefined))).toEqual([
      ['recent', ['/posts?search=мост', '/posts?search=сад', undefined]],
    ]);
    expect(toSuggestionGroups('', [], found)).toEqual([]);
  });

  it('are matching last searches, posts, authors, categories and all results', () => {
    expect(summary(toSuggestionGroups('Мос', ['москва', 'сад', 'Мос'], found))).toEqual([
      ['recent', ['/posts?search=москва']],
      ['posts', ['/posts/most']],
      ['authors', ['/users/anna']],
      ['categories', ['/categories/mosty']],
      ['all', ['/posts?search=Мос']],
    ]);
  });

  it('are all results when nothing is found, for any text', () => {
    const [all] = toSuggestionGroups('$& {query}', [], undefined);
    expect(all?.options[0]?.parts).toEqual([{ text: 'Все результаты: $& {query}', is_match: false }]);
  });
});
