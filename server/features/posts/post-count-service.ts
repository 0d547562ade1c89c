import { exactCountLimit } from '#contract/query.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Category } from '#server/features/categories/index.ts';
import type { Db } from '#server/platform/db/database.ts';
import { hasFindFilters, type PostFilters } from './post-filters.ts';
import * as lists from './post-list-store.ts';

/** The category or author of the list if already loaded: both have a counter of published posts. */
export type CounterOwner = { category?: Category | undefined; author?: { publishedPostsCount: number } };

export type PostCount = ReturnType<typeof createPostCount>;

/** Counts the posts of a list. */
export function createPostCount({ db, accounts }: { db: Db; accounts: Pick<Accounts, 'find'> }) {
  /**
   * Reads the maintained counter if there is one. Searches and combined filters have none: they are counted up to ten
   * thousand, where such a list ends.
   */
  async function countMatches(
    filters: PostFilters,
    head: lists.ListHead,
    counterOwner?: CounterOwner,
  ): Promise<number> {
    return hasCounter(filters)
      ? countFromCounters(filters, head, counterOwner)
      : lists.countPosts(db, filters, exactCountLimit);
  }

  async function countFromCounters(
    filters: PostFilters,
    head: lists.ListHead,
    counterOwner?: CounterOwner,
  ): Promise<number> {
    const { draftsOf, status, authorId } = filters;
    const published = await publishedFromCounters(filters, head, counterOwner);
    if (typeof draftsOf === 'string' || status === 'published') return published;
    const own: PostFilters = { ...filters, authorId: authorId ?? draftsOf };
    const drafts = await lists.countPosts(db, { ...own, status: 'draft' }, exactCountLimit);
    if (filters.hidden !== 'too') return published + drafts;
    return published + drafts + (await lists.countPosts(db, { ...own, hidden: 'only' }, exactCountLimit));
  }

  async function publishedFromCounters(
    { categoryId, authorId }: PostFilters,
    head: lists.ListHead,
    { author, category }: CounterOwner = {},
  ): Promise<number> {
    if (authorId !== undefined) return (author ?? (await accounts.find(authorId)))?.publishedPostsCount ?? 0;
    return categoryId === undefined ? head.published : (category?.postsCount ?? 0);
  }

  return { countMatches };
}

/** Whether a maintained counter exists for the matching published posts. */
export function hasCounter(filters: PostFilters): boolean {
  const { terms, status, draftsOf, hidden, categoryId, authorId } = filters;
  const hasBoth = categoryId !== undefined && authorId !== undefined;
  const isOfHidden = hidden === 'only' || hidden === 'only readable';
  if (terms.length > 0 || hasFindFilters(filters)) return false;
  return !hasBoth && status !== 'draft' && draftsOf !== 'everyone' && !isOfHidden;
}
