import type { AuthorInfo, UserProfile } from '#contract/auth.ts';
import { clientFlagsOf, permissionsOf } from '#contract/permissions.ts';
import type { AuthorProfile } from '#contract/users.ts';

import type { Actor } from '#server/platform/actor.ts';
import { mediaUrl } from '#server/platform/media-url.ts';
import { type Picture, presentPicture } from '#server/platform/picture.ts';
import { type Account, type Author, fullName } from './account.ts';
import { isColleagueAccount, onlyOrdinary } from './standing.ts';

export type PresentProfile = (account: Account) => UserProfile;
type ProfileOptions = { publicUrl: string; needsStaffSecondFactor: boolean };

/** Presents the caller's own profile. */
export const createPresentProfile =
  ({ publicUrl, needsStaffSecondFactor }: ProfileOptions): PresentProfile =>
  (account) => {
    const lacksSecondFactor =
      needsStaffSecondFactor && isColleagueAccount(account) && !account.hasSecondFactor;
    const ofRole = permissionsOf(account);
    return {
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
      // What the account can do now: clients show their controls by it.
      ...(lacksSecondFactor ? { is_staff: false, is_superuser: false } : clientFlagsOf(account)),
      role: account.role,
      permissions: [...(lacksSecondFactor ? onlyOrdinary(ofRole) : ofRole)],
      has_second_factor: account.hasSecondFactor,
      lacks_second_factor: lacksSecondFactor,
      deletion: account.deletion && {
        due_at: account.deletion.dueAt.toISOString(),
        texts: account.deletion.texts,
      },
    };
  };

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
