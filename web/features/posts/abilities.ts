import type { UserProfile } from '#contract/auth.ts';

export type Abilities = { canEdit: boolean; canDelete: boolean; canPin: boolean };

/** What its reader may do with a post of a list; of a whole post the API says so, and it has the last word anyway. */
export function abilitiesOf(
  user: UserProfile | null,
  post: { author: number; status: 'draft' | 'published'; hidden: object | null },
): Abilities {
  const isAuthor = user?.id === post.author;
  const canEdit = isAuthor || user?.is_staff === true;
  return {
    canEdit,
    canDelete: canEdit || user?.is_superuser === true,
    canPin: isAuthor && post.status === 'published' && post.hidden === null,
  };
}
