import type { CommentDetail, Comment as CommentShape } from '#contract/comments.ts';
import { presentAuthor } from '#server/features/accounts/index.ts';
import { t } from '#text/index.ts';
import type { Comment, Thread } from './comment.ts';

/** A deleted comment is a tombstone: its place, without its words and its author (contract decision 10). */
const nobody = { id: 0, username: '', full_name: '', avatar: null, avatar_info: null };

export const presentComment = (comment: Comment, publicUrl: string): CommentShape => ({
  id: comment.id,
  content: comment.isDeleted ? t('comments.deleted') : comment.content,
  author: comment.isDeleted ? null : comment.author.id,
  author_info: comment.isDeleted ? nobody : presentAuthor(comment.author, publicUrl),
  post: comment.postId,
  post_title: comment.postTitle,
  post_slug: comment.postSlug,
  parent: comment.parentId,
  is_active: !comment.isDeleted,
  replies_count: comment.repliesCount,
  is_reply: comment.parentId !== null,
  created_at: comment.createdAt.toISOString(),
  updated_at: comment.updatedAt.toISOString(),
});

export const presentThread = (thread: Thread, publicUrl: string): CommentDetail => ({
  ...presentComment(thread, publicUrl),
  replies: thread.replies.map((reply) => presentThread(reply, publicUrl)),
});
