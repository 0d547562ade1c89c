import type { CommentDetail, Comment as CommentShape, DiscussionSettings } from '#contract/comments.ts';
import type { ModeratedComment } from '#contract/staff.ts';
import { t } from '#locales/index.ts';
import { presentAuthor } from '#server/features/accounts/index.ts';
import { canView, type MentionedPost, namesFor } from '#server/features/posts/index.ts';
import type { Actor } from '#server/platform/actor.ts';
import { type Comment, type HiddenInfo, isContentVisible, type Thread } from './comment.ts';
import type { DiscussionState } from './discussion-settings-service.ts';

type PresentOptions = { actor: Actor; publicUrl: string };

/** The author of a tombstone: a deleted comment keeps its position, without text and author. */
const tombstoneAuthor = { id: 0, username: '', full_name: '', avatar: null, avatar_info: null };

function tombstoneText(hidden: HiddenInfo | null): string {
  if (!hidden) return t('comments.deleted');
  return t(hidden.isWaiting ? 'comments.waiting' : 'comments.hidden');
}

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
    content: isTombstone ? tombstoneText(hidden) : comment.content,
    author: isTombstone ? null : comment.author.id,
    author_info: isTombstone ? tombstoneAuthor : presentAuthor(comment.author, publicUrl),
    post: comment.post.id,
    ...presentPost(actor, comment.post),
    parent: comment.parentId,
    // For its author a comment that waits is as good as published.
    is_active: !comment.isDeleted || (!isTombstone && hidden?.isWaiting === true),
    ...(hidden &&
      !isTombstone && {
        hidden: {
          at: hidden.at.toISOString(),
          reason: hidden.reason,
          ...(hidden.isWaiting && { is_waiting: true }),
        },
      }),
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

export const presentSettings = ({
  closed,
  isLocked,
  closeAfterDays,
  closesAt,
  slowModeSeconds,
  pinnedCommentId,
}: DiscussionState): DiscussionSettings => ({
  closed,
  locked: isLocked,
  close_after_days: closeAfterDays,
  closes_at: closesAt?.toISOString() ?? null,
  slow_mode_seconds: slowModeSeconds,
  pinned_comment: pinnedCommentId,
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
