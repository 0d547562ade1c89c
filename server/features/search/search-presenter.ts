import type * as contract from '#contract/search.ts';
import { typesetComment } from '#locales/comment-text.ts';
import { displayName } from '#locales/person.ts';
import { typesetText } from '#locales/typography.ts';
import { type FoundAuthor, presentAuthor } from '#server/features/accounts/index.ts';
import { type Category, presentCategory } from '#server/features/categories/index.ts';
import { type FoundComments, presentComment } from '#server/features/comments/index.ts';
import { type FoundPosts, presentListItem } from '#server/features/posts/index.ts';
import { guest } from '#server/platform/actor.ts';
import { createFragment, markMatches, type WordMatcher } from '#server/platform/search/fragment.ts';
import { createWordMatcher } from '#server/platform/search/word-matcher.ts';
import type { SearchFound, Suggested } from './search-service.ts';

type Body = Omit<contract.SearchResults, 'count' | 'next' | 'previous'>;

export function presentSearch(found: SearchFound, publicUrl: string): Body {
  const { filters, counts, words, posts, comments, authors = [], categories = [] } = found;
  const isMatch = createWordMatcher(words);
  return {
    counts,
    corrected: found.corrected ?? null,
    filters: {
      authors: (filters.authors ?? []).map((author) => presentAuthor(author, publicUrl)),
      category: filters.category ? presentCategoryInfo(filters.category) : null,
      since: filters.since ?? null,
      until: filters.until ?? null,
    },
    posts: posts ? presentPosts(posts, publicUrl) : [],
    comments: comments ? presentComments(comments, publicUrl) : [],
    authors: authors.map((author) => ({
      ...presentNamed(author, isMatch, publicUrl),
      bio: author.bio,
      posts_count: author.publishedPostsCount,
    })),
    categories: categories.map((category) => ({
      category: presentCategory(category),
      name: markMatches(category.name, isMatch),
    })),
  };
}

const presentPosts = ({ posts, texts, isMatch }: FoundPosts, publicUrl: string): contract.FoundPost[] =>
  posts.map((post) => ({
    post: presentListItem(post, publicUrl),
    title: markMatches(typesetText(post.title), isMatch),
    fragment: presentFragment(texts.get(post.id), isMatch),
  }));

/** From the text, unless only the standfirst has a match. */
function presentFragment(
  text: { standfirst: string | null; text: string } | undefined,
  isMatch: WordMatcher,
): contract.TextParts {
  const ofText = createFragment(text?.text ?? '', isMatch, typesetText);
  if (ofText.some((part) => part.is_match) || !text?.standfirst) return ofText;
  const ofStandfirst = createFragment(text.standfirst, isMatch, typesetText);
  return ofStandfirst.some((part) => part.is_match) ? ofStandfirst : ofText;
}

const presentComments = ({ comments, isMatch }: FoundComments, publicUrl: string): contract.FoundComment[] =>
  comments.map((comment) => ({
    comment: presentComment(comment, { actor: guest, publicUrl }),
    fragment: createFragment(typesetComment(comment.content), isMatch),
  }));

function presentNamed(author: FoundAuthor, isMatch: WordMatcher, publicUrl: string) {
  const info = presentAuthor(author, publicUrl);
  return { author_info: info, name: markMatches(displayName(info), isMatch) };
}

const presentCategoryInfo = ({ id, name, slug, color, mark }: Category) => ({ id, name, slug, color, mark });

export function presentSuggestions(
  { posts, authors, categories, words }: Suggested,
  publicUrl: string,
): contract.Suggestions {
  const isMatch = createWordMatcher(words);
  return {
    posts: posts.map(({ id, slug, title }) => ({
      id,
      slug,
      title: markMatches(typesetText(title), isMatch),
    })),
    authors: authors.map((author) => presentNamed(author, isMatch, publicUrl)),
    categories: categories.map(({ slug, name }) => ({ slug, name: markMatches(name, isMatch) })),
  };
}
