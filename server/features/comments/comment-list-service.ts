import { exactCountLimit } from '#contract/query.ts';
import type { ModerationState } from '#contract/staff.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import { type Actor, can, type User } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/database.ts';
import { orderingOf, type Page, pageOf } from '#server/platform/db/paging.ts';
import { maxSearchTerms, searchTerms } from '#server/platform/db/search-terms.ts';
import { foldCase } from '#server/platform/search/fold-case.ts';
import type { WordMatcher } from '#server/platform/search/fragment.ts';
import type { QueryChunk } from '#server/platform/search/query-language.ts';
import { createWordMatcher } from '#server/platform/search/word-matcher.ts';
import type { Comment } from './comment.ts';
import { type CommentFilters, hasFindFilters } from './comment-filters.ts';
import * as store from './comment-store.ts';

export type CommentQuery = {
  search?: string;
  ordering?: string;
  post?: number;
  author?: number;
  parent?: number;
  is_active?: boolean;
  with_hidden?: boolean;
  page?: string;
  page_size?: string;
};
/** What a reader searches for among the public comments. */
export type CommentSearchFilters = Pick<
  CommentFilters,
  'authorIds' | 'categoryId' | 'createdSince' | 'createdBefore'
> & { chunks: QueryChunk[] };
export type FoundComments = CommentPage & { isMatch: WordMatcher };
export type CommentPage = { comments: Comment[]; count: number; page: Page };

type Deps = {
  db: Db;
  accounts: Pick<Accounts, 'get'>;
  posts: Pick<Posts, 'find' | 'countComments'>;
};

const newestFirst = [{ field: 'created_at' as const, isDescending: true }];
const orderingFields = { created_at: 'created_at', updated_at: 'updated_at' } as const;

/** Pages of comments, filtered and ordered. */
export function createCommentLists({ db, accounts, posts }: Deps) {
  /** Active comments on posts that the actor can see. */
  async function list(actor: Actor, query: CommentQuery): Promise<CommentPage> {
    const others = actor.kind === 'user' ? { orAuthorId: actor.id } : ('published' as const);
    const filters = toFilters(query, { isActive: true, onPosts: can(actor, 'drafts.read') ? 'all' : others });
    return page({ ...filters, authorId: query.author }, query);
  }

  /** The user's own comments on any post: the active and waiting ones, optionally with the hidden ones, or the deleted ones. */
  async function listOwn(user: User, query: CommentQuery): Promise<CommentPage> {
    const isActive = query.is_active ?? true;
    const filters = toFilters(query, { isActive, onPosts: 'all' });
    return page(
      {
        ...filters,
        authorId: user.id,
        withWaiting: isActive,
        withHidden: isActive && query.with_hidden === true,
      },
      query,
    );
  }

  /** The active or the hidden comments, for moderators. */
  async function listForModeration({
    state,
    ...query
  }: CommentQuery & { state?: ModerationState }): Promise<CommentPage> {
    const isHidden = state === 'hidden';
    const filters = toFilters(query, { isActive: !isHidden, onPosts: 'all' });
    return page({ ...filters, isHidden, authorId: query.author }, query);
  }

  /** Active comments on published posts, for every caller: a page, and the words that matched. */
  async function findPublished(search: CommentSearchFilters, query: CommentQuery): Promise<FoundComments> {
    const found = await page(toFindFilters(search), query);
    return { ...found, isMatch: createWordMatcher(wantedTexts(search.chunks)) };
  }

  /** The number of matching comments, up to 10,000. */
  const countPublished = (search: CommentSearchFilters): Promise<number> =>
    store.countComments(db, toFindFilters(search), exactCountLimit);

  async function page(filters: CommentFilters, query: CommentQuery): Promise<CommentPage> {
    const ordering = orderingOf(query.ordering, orderingFields, newestFirst);
    const count = await countMatching(filters);
    const found = pageOf(query, count);
    const isUnfiltered = countFilters(filters) === 0;
    const pageOptions = {
      offset: found.offset,
      limit: found.size,
      hasManyMatches: count >= exactCountLimit,
      isUnfiltered,
      // Exact only for guests: others also see comments under their own drafts, which the counter does not count.
      total: isUnfiltered && filters.onPosts === 'published' ? count : undefined,
    };
    return { comments: await store.listComments(db, filters, ordering, pageOptions), count, page: found };
  }

  /**
   * Uses a maintained counter if one counts the same set, otherwise counts rows up to ten thousand. A list without a
   * counter (searches, two filters at once, deleted comments) ends there.
   */
  async function countMatching(filters: CommentFilters): Promise<number> {
    const { postId, authorId, parentId, onPosts, withHidden } = filters;
    if (withHidden) {
      const hidden = { ...filters, withHidden: false, withWaiting: false, isActive: false, isHidden: true };
      return (await countMatching({ ...filters, withHidden: false })) + (await countMatching(hidden));
    }
    const canUseCounter = countFilters(filters) <= 1;
    if (countFilters(filters) === 0) {
      const all = await posts.countComments();
      // Authors also see the comments under their own unpublished posts, which the counter does not count.
      if (onPosts === 'published' || all > exactCountLimit) return all;
    }
    const post = canUseCounter && postId !== undefined ? await posts.find(String(postId)) : undefined;
    if (post?.status === 'published') return post.commentsCount;
    const authorCount =
      canUseCounter && authorId !== undefined ? (await accounts.get(authorId)).commentsCount : 0;
    if (authorCount > exactCountLimit) return authorCount;
    const count = await store.countComments(db, filters, exactCountLimit + 1);
    if (count <= exactCountLimit) return count;
    if (canUseCounter && parentId !== undefined)
      return (await store.findComment(db, parentId))?.repliesCount ?? 0;
    return exactCountLimit;
  }

  return { list, listOwn, listForModeration, findPublished, countPublished };
}

const toFilters = (
  { search, post, parent }: CommentQuery,
  scope: Pick<CommentFilters, 'isActive' | 'onPosts'>,
): CommentFilters => ({ terms: searchTerms(search), postId: post, parentId: parent, ...scope });

/** Comments are searched by parts of words; a phrase is one text. */
const toFindFilters = ({ chunks, ...filters }: CommentSearchFilters): CommentFilters => ({
  ...filters,
  isActive: true,
  onPosts: 'published',
  terms: chunks
    .filter(({ isExcluded }) => !isExcluded)
    .flatMap(({ text, isPhrase }) => (isPhrase ? foldCase(text) : searchTerms(text)))
    .slice(0, maxSearchTerms),
  excluded: chunks.filter(({ isExcluded }) => isExcluded).map(({ text }) => foldCase(text)),
});

const wantedTexts = (chunks: QueryChunk[]): string[] =>
  chunks.filter(({ isExcluded }) => !isExcluded).map(({ text }) => text);

/** The number of filters on the active comments; infinite when no counter can match (search, inactive comments). */
function countFilters(filters: CommentFilters): number {
  const { terms, postId, authorId, parentId, isActive } = filters;
  if (terms.length > 0 || !isActive || hasFindFilters(filters)) return Number.POSITIVE_INFINITY;
  return [postId, authorId, parentId].filter((id) => id !== undefined).length;
}
