import type { CommentDetail } from '#contract/comments.ts';

/** A comment in the shape of the API, for unit tests. */
export function createCommentDetail(
  id: number,
  parent: number | null = null,
  replies: CommentDetail[] = [],
): CommentDetail {
  return {
    id,
    parent,
    replies,
    content: `Комментарий ${id}`,
    author: 1,
    author_info: { id: 1, username: 'vera', full_name: '', avatar: null, avatar_info: null },
    post: 7,
    post_title: 'Пост',
    post_slug: 'post',
    is_active: true,
    replies_count: replies.length,
    is_reply: parent !== null,
    created_at: '2026-11-20T09:00:00Z',
    updated_at: '2026-11-20T09:00:00Z',
  };
}
