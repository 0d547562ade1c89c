import type { UserProfile } from '#contract/auth.ts';
import { userCan } from '#web/api/user-can.ts';

/** The actions that a user may take on a comment. The API checks them again. */
export function commentPermissions(
  user: UserProfile | null,
  comment: { author: number | null; is_active: boolean },
) {
  const isOwn = user !== null && user.id === comment.author;
  const canEdit = comment.is_active && (isOwn || userCan(user, 'texts.edit'));
  return { canEdit, canDelete: canEdit || (comment.is_active && userCan(user, 'texts.delete')) };
}

/** Whether the user may change the settings of a discussion and pin a comment. */
export const canChangeDiscussion = (user: UserProfile | null, post: { author: number }): boolean =>
  user !== null &&
  (user.id === post.author || userCan(user, 'content.moderate') || userCan(user, 'texts.edit'));
