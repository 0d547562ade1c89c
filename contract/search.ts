import { z } from 'zod';
import { authorInfo } from './auth.ts';
import { category, categoryInfo } from './categories.ts';
import { comment } from './comments.ts';
import { categoryFilter, count, envelope, id, optionalDay, pageQuery, queryParameter } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { postListItem, postOrderingAliases, postOrderingFields } from './posts.ts';
import { normaliseOrdering, normaliseSearch, searchMaxLength } from './query.ts';
import { type SearchTab, searchTabs } from './search-tabs.ts';

/** The parts of a text in order; those that match the search are marked. */
const textParts = z.array(z.object({ text: z.string(), is_match: z.boolean() }));
export type TextParts = z.infer<typeof textParts>;

const foundPost = z.object({ post: postListItem, title: textParts, fragment: textParts });
export type FoundPost = z.infer<typeof foundPost>;
const foundComment = z.object({ comment, fragment: textParts });
export type FoundComment = z.infer<typeof foundComment>;
const foundAuthor = z.object({
  author_info: authorInfo,
  name: textParts,
  bio: z.string(),
  posts_count: count(),
});
export type FoundAuthor = z.infer<typeof foundAuthor>;
const foundCategory = z.object({ category, name: textParts });
export type FoundCategory = z.infer<typeof foundCategory>;

const counts = z.object({
  posts: count(),
  comments: count(),
  authors: count(),
  categories: count(),
} satisfies Record<SearchTab, z.ZodType>);

const { results: _, ...pageFields } = envelope(z.unknown()).shape;

const searchResults = z.object({
  ...pageFields,
  counts,
  /** The words that were searched instead of the typed ones; null if nothing was corrected. */
  corrected: z.string().nullable(),
  /** What the filters and the operators of the query mean. */
  filters: z.object({
    authors: z.array(authorInfo),
    category: categoryInfo.nullable(),
    since: z.iso.date().nullable(),
    until: z.iso.date().nullable(),
  }),
  posts: z.array(foundPost),
  comments: z.array(foundComment),
  authors: z.array(foundAuthor),
  categories: z.array(foundCategory),
});
export type SearchResults = z.infer<typeof searchResults>;

const searchOrderingFields = ['relevance', ...postOrderingFields];

export const searchSite = defineEndpoint('searchSite', {
  tag: 'site',
  summary:
    'Search in published posts, their comments, authors and categories, with the matching words marked',
  description:
    'Everything that a guest may open, for every caller. The results are those of `tab`; `counts` has the numbers of all, and 10,000 means that there may be more. `search` understands phrases in quotation marks, `-` before a word or a phrase that must not occur, `автор:`, `категория:`, and days («с 01.09.2026 по 30.09.2026»); everything else is plain words.',
  auth: 'ignored',
  query: z.object({
    ...pageQuery,
    search: queryParameter(
      `The query. Only the first ${searchMaxLength} characters and the first ten words count.`,
      normaliseSearch,
    ),
    tab: queryParameter(
      `${searchTabs.map((tab) => `\`${tab}\``).join(', ')}; any other value means the first.`,
    ),
    category: categoryFilter(),
    author: queryParameter('The username of an author, or a part of a name.'),
    since: optionalDay('The first day of the period, in Moscow time'),
    until: optionalDay('The last day of the period, in Moscow time'),
    ordering: queryParameter(
      `Of posts and comments: ${searchOrderingFields.map((field) => `\`${field}\``).join(', ')}, with a leading \`-\` descending. The default is \`relevance\`.`,
      (value) => normaliseOrdering(value, searchOrderingFields, postOrderingAliases),
    ),
    exact: z.boolean().optional().meta({ description: '`true` searches for the words as typed.' }),
  }),
  responses: { 200: searchResults },
  errors: [404],
});

const suggestions = z.object({
  posts: z.array(z.object({ id: id(), slug: z.string(), title: textParts })),
  authors: z.array(z.object({ author_info: authorInfo, name: textParts })),
  categories: z.array(z.object({ slug: z.string(), name: textParts })),
});
export type Suggestions = z.infer<typeof suggestions>;

export const suggestSearch = defineEndpoint('suggestSearch', {
  tag: 'site',
  summary: 'Published posts, authors and categories whose names contain what is being typed',
  description:
    'At most five posts, three authors and three categories; nothing for a text of less than two characters.',
  auth: 'ignored',
  query: z.object({
    text: queryParameter(
      `What has been typed. Only the first ${searchMaxLength} characters and the first ten words count.`,
      normaliseSearch,
    ),
  }),
  responses: { 200: suggestions },
  errors: [429],
});
