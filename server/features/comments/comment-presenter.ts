import type { CommentDetail, Comment as CommentShape } from '#contract/comments.ts';
import type { ModeratedComment } from '#contract/staff.ts';
import { t } from '#locales/index.ts';
import { presentAuthor } from '#server/features/accounts/index.ts';
import { canView, type MentionedPost, namesFor } from '#server/features/posts/index.ts';
import type { Actor } from '#server/platform/actor.ts';
import { type Comment, isContentVisible, type Thread } from './comment.ts';

type PresentOptions = { actor: Actor; publicUrl: string };

/** The author of a tombstone: a deleted comment keeps its position, without text and author. */
const tombstoneAuthor = { id: 0, username: '', full_name: '', avatar: null, avatar_info: null };

const presentPost = (actor: Actor, post: MentionedPost) => {
  const { title, slug } = namesFor(actor, post);
  return {
    post_title: title,
    post_slug: slug,
    ...(!canView(actor, post) && { post_withdrawn: true }),
  };
};

export const presentComment = (comment: Comment, { actor, publicUrl }: PresentOptions): CommentShape => {
  const { hidden } = comment;
  const isTombstone = !isContentVisible(actor, comment);
  const createdAt = comment.createdAt.toISOString();
  const isUnchanged = comment.updatedAt.getTime() === comment.createdAt.getTime();
  return {
    id: comment.id,
    content: isTombstone ? t(hidden ? 'comments.hidden' : 'comments.deleted') : comment.content,
    author: isTombstone ? null : comment.author.id,
    author_info: isTombstone ? tombstoneAuthor : presentAuthor(comment.author, publicUrl),
    post: comment.post.id,
    ...presentPost(actor, comment.post),
    parent: comment.parentId,
    is_active: !comment.isDeleted,
    ...(hidden && !isTombstone && { hidden: { at: hidden.at.toISOString(), reason: hidden.reason } }),
    replies_count: comment.repliesCount,
    is_reply: comment.parentId !== null,
    created_at: createdAt,
    updated_at: isUnchanged ? createdAt : comment.updatedAt.toISOString(),
  };
};

export const presentThread = (thread: Thread, options: PresentOptions): CommentDetail =>
  // Not a spread, which would copy every comment of a large tree.
  Object.assign(presentComment(thread, options), {
    replies: thread.replies.map((reply) => presentThread(reply, options)),
  });

export const presentModerated = (
  comment: Comment,
  { actor, publicUrl }: PresentOptions,
): ModeratedComment => ({
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
