import type { UserProfile } from '#contract/auth.ts';

/** The actions that a user may take on a comment. The API checks them again. */
export function commentPermissions(
  user: UserProfile | null,
  comment: { author: number | null; is_active: boolean },
) {
  const isOwn = user !== null && user.id === comment.author;
  const canEdit = comment.is_active && (isOwn || user?.is_staff === true);
  return { canEdit, canDelete: canEdit || (comment.is_active && user?.is_superuser === true) };
}
