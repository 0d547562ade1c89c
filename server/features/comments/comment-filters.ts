import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { DB } from '#server/platform/db/generated.ts';
import { containsPattern } from '#server/platform/db/search-terms.ts';

export type CommentFilters = {
  terms: string[];
  postId?: number;
  authorId?: number;
  parentId?: number;
  isActive: boolean;
  /** Of the inactive comments, only those hidden by moderators. */
  isHidden?: boolean;
  /** In addition to the active comments, those that wait for a moderator. */
  withWaiting?: boolean;
  /** In addition to the active comments, those hidden by moderators or waiting. */
  withHidden?: boolean;
  /** On posts that are published or written by this account; `all` posts for staff and for the own comments. */
  onPosts: 'published' | 'all' | { orAuthorId: number };
  /** Any of these authors; an empty list matches nothing. */
  authorIds?: number[] | undefined;
  /** Of the post; only with posts that are not `all`. */
  categoryId?: number | undefined;
  createdSince?: Date | undefined;
  createdBefore?: Date | undefined;
  /** Texts that must not occur. */
  excluded?: string[];
};

/** Whether filters are set for which there are no counters. */
export const hasFindFilters = (filters: CommentFilters): boolean =>
  [filters.authorIds, filters.categoryId, filters.createdSince, filters.createdBefore].some(
    (value) => value !== undefined,
  ) || (filters.excluded ?? []).length > 0;

/** The matching comments, with the alias `c`. */
export const selectMatchingComments = (db: Db, filters: CommentFilters) =>
  applyUnindexedFilters(selectIndexedComments(db, filters), filters);

/**
 * The same comments for a page at a deep offset. The ids of unpublished posts are collected first, so that the index of
 * an order alone decides for each skipped comment. For one of the first pages, collecting them would cost more.
 */
export function selectCommentsAtDeepOffset(db: Db, filters: CommentFilters): Comments {
  const { onPosts } = filters;
  const comments = applyUnindexedFilters(selectIndexedComments(db, filters), { ...filters, onPosts: 'all' });
  if (onPosts === 'all') return comments;
  const selectUnpublished = (status: 'draft' | 'hidden') => {
    const posts = db.selectFrom('posts').select('id').where('status', '=', status);
    return onPosts === 'published' ? posts : posts.where('author_id', '<>', onPosts.orAuthorId);
  };
  // Two queries, because each status has its own index and there is no index of both.
  return comments.where(
    'c.post_id',
    'not in',
    selectUnpublished('draft').unionAll(selectUnpublished('hidden')),
  );
}

/** The comments that match the filters of the ordered indexes; an index scan checks the other filters row by row. */
export function selectIndexedComments(db: Db, filters: CommentFilters): Comments {
  const { postId, authorId, parentId, isActive, isHidden, withHidden, withWaiting } = filters;
  const { authorIds, createdSince, createdBefore } = filters;
  const isNotDeleted = sql<SqlBool>`c.deleted_at is null`;
  const isDeleted = sql<SqlBool>`c.deleted_at is not null`;
  let query = db.selectFrom('comments as c').where(({ or, eb }) => {
    if (withHidden) return or([isNotDeleted, eb('c.is_hidden', '=', true)]);
    if (withWaiting) return or([isNotDeleted, eb('c.waiting_rule', 'is not', null)]);
    return isActive ? isNotDeleted : isDeleted;
  });
  if (isHidden) query = query.where('c.is_hidden', '=', true).where('c.waiting_rule', 'is', null);
  if (postId !== undefined) query = query.where('c.post_id', '=', postId);
  if (authorId !== undefined) query = query.where('c.author_id', '=', authorId);
  if (parentId !== undefined) query = query.where('c.parent_id', '=', parentId);
  if (authorIds !== undefined) query = query.where(sql<SqlBool>`c.author_id = any(${authorIds}::bigint[])`);
  if (createdSince !== undefined) query = query.where('c.created_at', '>=', createdSince);
  if (createdBefore !== undefined) query = query.where('c.created_at', '<', createdBefore);
  return query;
}

/** Those of the given comments (alias `c`) that contain the terms and are on visible posts. */
export function applyUnindexedFilters(comments: Comments, filters: CommentFilters): Comments {
  const { terms, onPosts, categoryId, excluded = [] } = filters;
  let query = comments;
  for (const term of terms)
    query = query.where(sql<SqlBool>`search_spelling(c.content) like ${containsPattern(term)}`);
  for (const text of excluded)
    query = query.where(sql<SqlBool>`search_spelling(c.content) not like ${containsPattern(text)}`);
  if (onPosts === 'all') return query;
  return query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('posts as p')
        .select('p.id')
        .whereRef('p.id', '=', 'c.post_id')
        .$if(categoryId !== undefined, (posts) => posts.where('p.category_id', '=', categoryId ?? 0))
        .where(({ eb, or }) =>
          or([
            eb('p.status', '=', 'published'),
            ...(onPosts === 'published' ? [] : [eb('p.author_id', '=', onPosts.orAuthorId)]),
          ]),
        ),
    ),
  );
}

type Comments = SelectQueryBuilder<DB & { c: DB['comments'] }, 'c', unknown>;
