import type { Suggestions, TextParts } from '#contract/search.ts';
import { displayName } from '#locales/person.ts';
import * as searchMessages from '#locales/ru/search.ts';
import { authorPath } from '#web/paths/author-path.ts';

/** An option of the suggestions: a page that it opens, or the deletion of the history. */
export type SuggestionOption = {
  key: string;
  parts: TextParts;
  /** Undefined for the option that deletes the history. */
  path?: string;
  /** The search that it repeats. */
  search?: string;
};
export type SuggestionGroup = { key: string; label?: string; options: SuggestionOption[] };

const maxRecent = 5;
const maxRecentWhileTyping = 2;

const plain = (text: string): TextParts => [{ text, is_match: false }];
const searchPathOf = (search: string): string => `/posts?${new URLSearchParams({ search })}`;

const toRecentOption = (search: string): SuggestionOption => ({
  key: `recent-${search}`,
  parts: plain(search),
  path: searchPathOf(search),
  search,
});

/** The groups of options for what has been typed: without text the last searches. Empty groups are omitted. */
export function toSuggestionGroups(
  typed: string,
  recent: readonly string[],
  found: Suggestions | undefined,
): SuggestionGroup[] {
  const text = typed.trim();
  if (text === '') return toHistory(recent);
  const lower = text.toLowerCase();
  const repeated = recent.filter((search) => search !== text && search.toLowerCase().startsWith(lower));
  const { posts = [], authors = [], categories = [] } = found ?? {};
  const groups: SuggestionGroup[] = [
    {
      key: 'recent',
      label: searchMessages.recent,
      options: repeated.slice(0, maxRecentWhileTyping).map(toRecentOption),
    },
    {
      key: 'posts',
      label: searchMessages.posts,
      options: posts.map(({ id, slug, title }) => ({
        key: `post-${id}`,
        parts: title,
        path: `/posts/${slug}`,
      })),
    },
    {
      key: 'authors',
      label: searchMessages.authors,
      options: authors.map(({ author_info: author, name }) => ({
        key: `author-${author.id}`,
        parts: name.length > 0 ? name : plain(displayName(author)),
        path: authorPath(author),
      })),
    },
    {
      key: 'categories',
      label: searchMessages.categories,
      options: categories.map(({ slug, name }) => ({
        key: `category-${slug}`,
        parts: name,
        path: `/categories/${slug}`,
      })),
    },
    {
      key: 'all',
      options: [
        {
          key: 'all',
          parts: plain(searchMessages.showAll.replace('{query}', () => text)),
          path: searchPathOf(text),
          search: text,
        },
      ],
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

function toHistory(recent: readonly string[]): SuggestionGroup[] {
  if (recent.length === 0) return [];
  return [
    {
      key: 'recent',
      label: searchMessages.recent,
      options: [
        ...recent.slice(0, maxRecent).map(toRecentOption),
        { key: 'forget', parts: plain(searchMessages.forget) },
      ],
    },
  ];
}
