import type { AuthorInfo, UserProfile } from '#contract/auth.ts';
import { clientFlagsOf, permissionsOf } from '#contract/permissions.ts';
import type { AuthorProfile } from '#contract/users.ts';

import type { Actor } from '#server/platform/actor.ts';
import { mediaUrl } from '#server/platform/media-url.ts';
import { type Picture, presentPicture } from '#server/platform/picture.ts';
import { type Account, type Author, fullName } from './account.ts';

/** The caller's own profile. */
export const presentProfile = (account: Account, publicUrl: string): UserProfile => ({
  id: account.id,
  username: account.username,
  email: account.email,
  email_verified: account.emailVerifiedAt !== null,
  first_name: account.firstName,
  last_name: account.lastName,
  full_name: fullName(account),
  ...presentAvatar(account.avatar, publicUrl),
  bio: account.bio,
  created_at: account.createdAt.toISOString(),
  updated_at: account.updatedAt.toISOString(),
  posts_count: account.postsCount,
  comments_count: account.commentsCount,
  ...clientFlagsOf(account),
  role: account.role,
  permissions: [...permissionsOf(account)],
});

export const presentAuthor = (author: Author, publicUrl: string): AuthorInfo => ({
  id: author.id,
  username: author.username,
  full_name: fullName(author),
  ...presentAvatar(author.avatar, publicUrl),
});

const presentAvatar = (avatar: Picture | null, publicUrl: string) => ({
  avatar: mediaUrl(publicUrl, avatar?.path ?? null),
  avatar_info: presentPicture(avatar, publicUrl),
});

/** The page of an author. Only the owner sees the number of drafts in `posts_count`. */
export const presentAuthorProfile = (
  account: Account,
  { actor, publicUrl }: { actor: Actor; publicUrl: string },
): AuthorProfile => ({
  ...presentAuthor(account, publicUrl),
  bio: account.bio,
  posts_count:
    actor.kind === 'user' && actor.id === account.id ? account.postsCount : account.publishedPostsCount,
  comments_count: account.commentsCount,
  created_at: account.createdAt.toISOString(),
});
