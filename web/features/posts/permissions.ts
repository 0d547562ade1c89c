import type { UserProfile } from '#contract/auth.ts';
import { userCan } from '#web/api/user-can.ts';

export type PostPermissions = {
  canEdit: boolean;
  canDelete: boolean;
};

/** The user's permissions on a listed post. A full post carries them from the API, which enforces them in any case. */
export function getPostPermissions(user: UserProfile | null, post: { author: number }): PostPermissions {
  const isAuthor = user?.id === post.author;
  const canEdit = isAuthor || userCan(user, 'texts.edit');
  return { canEdit, canDelete: canEdit || userCan(user, 'texts.delete') };
}
