import type { UserProfile } from '#contract/auth.ts';

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
  const canEdit = isAuthor || user?.is_staff === true;
  const isPublic = post.status === 'published' && post.hidden === null;
  const isModerator = user?.is_staff === true || user?.is_superuser === true;
  return {
    canEdit,
    canDelete: canEdit || user?.is_superuser === true,
    canKeepOffFrontPage: isModerator && isPublic,
    canPin: isAuthor && isPublic,
  };
}
