import type { UserProfile } from '#contract/auth.ts';
import { userCan } from '#web/api/user-can.ts';

export type PostPermissions = {
  canEdit: boolean;
  canDelete: boolean;
  canPin: boolean;
  canKeepOffFrontPage: boolean;
};

/** The user's permissions on a listed post. A full post carries them from the API, which enforces them in any case. */
export function getPostPermissions(
  user: UserProfile | null,
  post: { author: number; status: 'draft' | 'published'; hidden: object | null },
): PostPermissions {
  const isAuthor = user?.id === post.author;
  const canEdit = isAuthor || userCan(user, 'texts.edit');
  const isPublic = post.status === 'published' && post.hidden === null;
  return {
    canEdit,
    canDelete: canEdit || userCan(user, 'texts.delete'),
    canKeepOffFrontPage: userCan(user, 'front-page.arrange') && isPublic,
    canPin: isAuthor && isPublic,
  };
}
