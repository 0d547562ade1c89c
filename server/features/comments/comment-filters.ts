import { type SqlBool, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { containing } from '#server/platform/db/search-terms.ts';

export type CommentFilters = {
  terms: string[];
  postId?: number;
  authorId?: number;
  parentId?: number;
  isActive: boolean;
  /** Of those that are not active, only what moderators have hidden. */
  isHidden?: boolean;
  /** On posts that are published or written by this account; `all` posts for staff and for one's own comments. */
  onPosts: 'published' | 'all' | { orBy: number };
};

/** The comments that match, as `c`. */
export function matchingComments(db: Db, filters: CommentFilters) {
  const { terms, postId, authorId, parentId, isActive, isHidden, onPosts } = filters;
  let query = db.selectFrom('comments as c').where('c.deleted_at', isActive ? 'is' : 'is not', null);
  if (isHidden) query = query.where('c.is_hidden', '=', true);
  if (postId !== undefined) query = query.where('c.post_id', '=', postId);
  if (authorId !== undefined) query = query.where('c.author_id', '=', authorId);
  if (parentId !== undefined) query = query.where('c.parent_id', '=', parentId);
  for (const term of terms)
    query = query.where(sql<SqlBool>`translate(lower(c.content), 'ё', 'е') like ${containing(term)}`);
  if (onPosts === 'all') return query;
  return query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('posts as p')
        .select('p.id')
        .whereRef('p.id', '=', 'c.post_id')
        .where(({ eb, or }) =>
          or([
            eb('p.status', '=', 'published'),
            ...(onPosts === 'published' ? [] : [eb('p.author_id', '=', onPosts.orBy)]),
          ]),
        ),
    ),
  );
}
