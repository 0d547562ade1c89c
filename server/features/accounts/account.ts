import { compatibilityForm } from '#contract/compatibility-form.ts';
import type { Role } from '#contract/permissions.ts';
import type { TextKey } from '#locales/index.ts';
import type { Picture } from '#server/platform/picture.ts';
import { isLeakedPassword } from './leaked-passwords.ts';

/** An account as its texts show it. */
export type Author = {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  avatar: Picture | null;
};
/** Which moderator hid a text, when and why. */
/** `isWaiting`: no moderator has decided about the text yet. */
export type HiddenInfo = { at: Date; by: Author | null; reason: string; isWaiting: boolean };

export type Account = {
  id: number;
  username: string;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  bio: string;
  avatar: Picture | null;
  isStaff: boolean;
  isSuperuser: boolean;
  role: Role;
  isActive: boolean;
  emailVerifiedAt: Date | null;
  hasSecondFactor: boolean;
  subscriberUntil: Date | null;
  /** Posts of every status. */
  postsCount: number;
  publishedPostsCount: number;
  commentsCount: number;
  createdAt: Date;
  updatedAt: Date;
  /** Requested by its owner; `dueAt` is the day until which that can be cancelled. */
  deletion: { dueAt: Date; texts: 'keep' | 'remove' } | null;
  isDeleted: boolean;
};

/** The normal form for comparing names and addresses: variants in case or Unicode form cannot register twice. */
export const identityKey = (value: string): string =>
  compatibilityForm(value.trim()).normalize('NFC').toLowerCase();

/** A name with letters of two alphabets can imitate another name. */
export const hasMixedAlphabets = (name: string): boolean =>
  /\p{Script=Cyrillic}/u.test(name) && /\p{Script=Latin}/u.test(name);

/** Usernames are public, email addresses are not. Older accounts with such a username keep it. */
const isEmailAddress = (name: string): boolean => {
  const at = name.lastIndexOf('@');
  return at > 0 && name.includes('.', at);
};

/** The error message for a new username whose characters are valid, or undefined. */
export function usernameProblem(name: string): TextKey | undefined {
  if (isEmailAddress(name)) return 'auth.usernameIsEmail';
  return hasMixedAlphabets(name) ? 'auth.usernameMixed' : undefined;
}

export const fullName = (account: { firstName: string; lastName: string }): string =>
  `${account.firstName} ${account.lastName}`.trim();

/** The error message for a new password, or undefined. The rules are those of Django, which older clients expect. */
export function passwordProblem(
  password: string,
  identity: { username: string; email: string },
): TextKey | undefined {
  if (/^\d+$/.test(password)) return 'auth.passwordNumeric';
  if (isLeakedPassword(password)) return 'auth.passwordCommon';
  const key = identityKey(password);
  const forbidden = [
    identity.username,
    identity.email,
    identity.email.split('@')[0] ?? '',
    'newssite',
    'news site',
  ];
  return forbidden.some((value) => identityKey(value) === key) ? 'auth.passwordLikeName' : undefined;
}

/** As `passwordProblem`, for a password change with a confirmation: error messages by field, or undefined. */
export function newPasswordProblems(
  password: string,
  confirmation: string | null | undefined,
  identity: { username: string; email: string },
): Record<string, TextKey> | undefined {
  if (isMismatch(password, confirmation))
    return { new_password: 'auth.passwordsDiffer', new_password2: 'auth.passwordsDiffer' };
  const problem = passwordProblem(password, identity);
  return problem && { new_password: problem };
}

/** A confirmation is optional: some clients send none. If present, it must match. */
export const isMismatch = (password: string, confirmation: string | null | undefined): boolean =>
  confirmation !== undefined && confirmation !== null && confirmation !== password;
