import { exactCountLimit } from '#contract/query.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { searchTerms } from '#server/platform/db/search-terms.ts';
import type { WordMatcher } from '#server/platform/search/fragment.ts';
import type { QueryChunk } from '#server/platform/search/query-language.ts';
import { createWordMatcher } from '#server/platform/search/word-matcher.ts';
import { createPostCount } from './post-count-service.ts';
import { allPublished, type PostFilters } from './post-filters.ts';
import { findTexts, type PostText, suggestTitles, type TitleSuggestion } from './post-find-store.ts';
import * as lists from './post-list-store.ts';
import { createPostPages, type PostPage } from './post-page-service.ts';

/** What a reader searches for among the published posts. */
export type PostSearchFilters = {
  chunks: QueryChunk[];
  categoryId?: number | undefined;
  authorIds?: number[] | undefined;
  createdSince?: Date | undefined;
  createdBefore?: Date | undefined;
};
type PageQuery = { ordering?: string; page?: string; page_size?: string };

export type FoundPosts = PostPage & {
  /** The words that were searched instead of the typed ones, if they were corrected. */
  corrected: string | undefined;
  texts: Map<number, PostText>;
  isMatch: WordMatcher;
};
export type PostFinder = ReturnType<typeof createPostFinder>;

/** The search of the site: published posts only, for every caller. */
export function createPostFinder(deps: { db: Db; clock: Clock; accounts: Pick<Accounts, 'find'> }) {
  const { db } = deps;
  const { page } = createPostPages({ ...deps, counts: createPostCount(deps) });

  /** A page of the matching posts with the texts that fragments are cut from. */
  async function findPublished(search: PostSearchFilters, query: PageQuery): Promise<FoundPosts> {
    const found = await page(toFilters(search), query, { hasPins: false });
    const ids = found.posts.map(({ id }) => id);
    return {
      ...found,
      corrected: undefined,
      texts: await findTexts(db, ids),
      isMatch: createWordMatcher(wantedTexts(search.chunks)),
    };
  }

  /** The number of matching posts, up to 10,000. */
  const countPublished = (search: PostSearchFilters): Promise<number> =>
    lists.countPosts(db, toFilters(search), exactCountLimit);

  /** Titles of published posts in which every word occurs; the last word may be incomplete. */
  const suggestPublished = (text: string, limit: number): Promise<TitleSuggestion[]> =>
    suggestTitles(db, searchTerms(text), limit);

  return { findPublished, countPublished, suggestPublished };
}

const wantedTexts = (chunks: QueryChunk[]): string[] =>
  chunks.filter(({ isExcluded }) => !isExcluded).map(({ text }) => text);

/** The words of a phrase are terms too: indexes find them, and the phrase is checked in what they find. */
function toFilters({ chunks, ...choice }: PostSearchFilters): PostFilters {
  const phrases = chunks
    .filter(({ isPhrase, isExcluded }) => isPhrase && !isExcluded)
    .map(({ text }) => text);
  const excluded = chunks.filter(({ isExcluded }) => isExcluded);
  const chosen = Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined));
  return {
    ...allPublished,
    ...chosen,
    terms: searchTerms(wantedTexts(chunks).join(' ')),
    ...(phrases.length > 0 && { phrases }),
    ...(excluded.length > 0 && { excluded }),
  };
}
