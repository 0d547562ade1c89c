import type { CommentDetail, Comment as CommentShape } from '#contract/comments.ts';
import type { ModeratedComment } from '#contract/staff.ts';
import { presentAuthor } from '#server/features/accounts/index.ts';
import { canView, type NamedPost, namesFor } from '#server/features/posts/index.ts';
import type { Actor } from '#server/platform/actor.ts';
import { t } from '#text/index.ts';
import { type Comment, isShown, type Thread } from './comment.ts';

type For = { actor: Actor; publicUrl: string };

/** The author of a tombstone: a deleted comment keeps its position, without text and author. */
const nobody = { id: 0, username: '', full_name: '', avatar: null, avatar_info: null };

const presentPost = (actor: Actor, post: NamedPost) => {
  const { title, slug } = namesFor(actor, post);
  return {
    post_title: title,
    post_slug: slug,
    ...(!canView(actor, post) && { post_withdrawn: true }),
  };
};

export const presentComment = (comment: Comment, { actor, publicUrl }: For): CommentShape => {
  const { hidden } = comment;
  const isTombstone = !isShown(actor, comment);
  const createdAt = comment.createdAt.toISOString();
  const isAsWritten = comment.updatedAt.getTime() === comment.createdAt.getTime();
  return {
    id: comment.id,
    content: isTombstone ? t(hidden ? 'comments.hidden' : 'comments.deleted') : comment.content,
    author: isTombstone ? null : comment.author.id,
    author_info: isTombstone ? nobody : presentAuthor(comment.author, publicUrl),
    post: comment.post.id,
    ...presentPost(actor, comment.post),
    parent: comment.parentId,
    is_active: !comment.isDeleted,
    ...(hidden && !isTombstone && { hidden: { at: hidden.at.toISOString(), reason: hidden.reason } }),
    replies_count: comment.repliesCount,
    is_reply: comment.parentId !== null,
    created_at: createdAt,
    updated_at: isAsWritten ? createdAt : comment.updatedAt.toISOString(),
  };
};

export const presentThread = (thread: Thread, to: For): CommentDetail =>
  // Not a spread, which would copy every comment of a large tree.
  Object.assign(presentComment(thread, to), {
    replies: thread.replies.map((reply) => presentThread(reply, to)),
  });

export const presentModerated = (comment: Comment, { actor, publicUrl }: For): ModeratedComment => ({
  id: comment.id,
  content: comment.content,
  author_info: presentAuthor(comment.author, publicUrl),
  ...presentPost(actor, comment.post),
  created_at: comment.createdAt.toISOString(),
  hidden: comment.hidden && {
    at: comment.hidden.at.toISOString(),
    by: comment.hidden.by && presentAuthor(comment.hidden.by, publicUrl),
    reason: comment.hidden.reason,
  },
});
