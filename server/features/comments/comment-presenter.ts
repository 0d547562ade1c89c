import type { CommentDetail, Comment as CommentShape } from '#contract/comments.ts';
import type { ModeratedComment } from '#contract/staff.ts';
import { presentAuthor } from '#server/features/accounts/index.ts';
import { t } from '#text/index.ts';
import type { Comment, Thread } from './comment.ts';

/** A deleted comment is a tombstone: its place, without its words and its author (contract decision 10). */
const nobody = { id: 0, username: '', full_name: '', avatar: null, avatar_info: null };

export const presentComment = (comment: Comment, publicUrl: string): CommentShape => {
  const createdAt = comment.createdAt.toISOString();
  const isAsWritten = comment.updatedAt.getTime() === comment.createdAt.getTime();
  return {
    id: comment.id,
    content: comment.isDeleted ? t(comment.hidden ? 'comments.hidden' : 'comments.deleted') : comment.content,
    author: comment.isDeleted ? null : comment.author.id,
    author_info: comment.isDeleted ? nobody : presentAuthor(comment.author, publicUrl),
    post: comment.postId,
    post_title: comment.postTitle,
    post_slug: comment.postSlug,
    parent: comment.parentId,
    is_active: !comment.isDeleted,
    replies_count: comment.repliesCount,
    is_reply: comment.parentId !== null,
    created_at: createdAt,
    updated_at: isAsWritten ? createdAt : comment.updatedAt.toISOString(),
  };
};

export const presentThread = (thread: Thread, publicUrl: string): CommentDetail =>
  // Not a copy of each of ten thousand.
  Object.assign(presentComment(thread, publicUrl), {
    replies: thread.replies.map((reply) => presentThread(reply, publicUrl)),
  });

export const presentModerated = (comment: Comment, publicUrl: string): ModeratedComment => ({
  id: comment.id,
  content: comment.content,
  author_info: presentAuthor(comment.author, publicUrl),
  post_title: comment.postTitle,
  post_slug: comment.postSlug,
  created_at: comment.createdAt.toISOString(),
  hidden: comment.hidden && {
    at: comment.hidden.at.toISOString(),
    by: comment.hidden.by && presentAuthor(comment.hidden.by, publicUrl),
    reason: comment.hidden.reason,
  },
});
