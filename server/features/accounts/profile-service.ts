import type { Message } from '#contract/errors.ts';
import type { Media } from '#server/features/media/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { AppError, invalidFields, tokenNotValid } from '#server/platform/errors.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { TextProblemPort } from '#server/platform/text-moderation.ts';
import { readTexts } from '#server/platform/text-reading.ts';
import { type Account, newPasswordProblems } from './account.ts';
import type { AccountAccess } from './account-access-service.ts';
import * as store from './account-store.ts';
import type { Passwords } from './passwords.ts';
import type { SecurityMails } from './security-mail-service.ts';
import type { Sessions } from './session-service.ts';

export type ProfileChanges = {
  firstName?: string;
  lastName?: string;
  bio?: string;
  /** Bytes of a new image; null removes the current one. */
  avatar?: Uint8Array | null;
};
type PasswordChange = { oldPassword: string; newPassword: string; confirmation?: string | null };

type Deps = {
  db: Db;
  clock: Clock;
  limits: RateLimits;
  access: Pick<AccountAccess, 'get'>;
  passwords: Passwords;
  sessions: Pick<Sessions, 'isOpen' | 'endAll'>;
  securityMails: Pick<SecurityMails, 'add'>;
  media: Pick<Media, 'save'>;
  ports: TextProblemPort;
};

/** Changes of users to their own account. */
export function createProfile({
  db,
  clock,
  limits,
  access,
  passwords,
  sessions,
  securityMails,
  media,
  ports,
}: Deps) {
  async function updateProfile(
    user: Pick<User, 'id'>,
    { avatar, ...changes }: ProfileChanges,
    { isCopy = false }: { isCopy?: boolean } = {},
  ): Promise<Account> {
    await requireAcceptable(user.id, changes);
    const avatarId = avatar
      ? (await media.save(user.id, avatar, 'avatar', { kind: 'avatar', isCopy })).id
      : avatar;
    await store.updateAccount(db, user.id, { ...changes, avatarId }, clock.now());
    return access.get(user.id);
  }

  /** Readers see the names together, so the last name is judged behind the first. */
  async function requireAcceptable(id: number, { firstName, lastName, bio }: ProfileChanges): Promise<void> {
    const account = await access.get(id);
    const changed = {
      first_name: firstName !== account.firstName && firstName,
      last_name: lastName !== account.lastName && lastName && `${firstName ?? account.firstName} ${lastName}`,
      bio: bio !== account.bio && bio,
    };
    const fields: Record<string, Message[]> = {};
    for (const [field, text] of Object.entries(changed)) {
      const problem = text && (await ports.findTextProblem(db, { authorId: id, text: readTexts([text]) }));
      if (problem) fields[field] = [problem];
    }
    if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields });
  }

  async function changePassword(user: User, change: PasswordChange): Promise<void> {
    await limits.take('passwordChange', user.id);
    const account = await access.get(user.id);
    if (!(await passwords.matches(account.passwordHash, change.oldPassword)))
      throw invalidFields({ old_password: 'auth.oldPasswordWrong' });
    const problems = newPasswordProblems(change.newPassword, change.confirmation, account);
    if (problems) throw invalidFields(problems);
    const passwordHash = await passwords.hash(change.newPassword);
    await inTransaction(db, async (tx) => {
      // Meanwhile another request may have changed the password or ended this session.
      const current = await store.lockCredentials(tx, user.id);
      if (!(await sessions.isOpen(tx, user.sessionId))) throw tokenNotValid();
      if (current?.passwordHash !== account.passwordHash)
        throw invalidFields({ old_password: 'auth.oldPasswordWrong' });
      await store.updatePasswordHash(tx, user.id, passwordHash);
      await sessions.endAll(tx, user.id, { reason: 'password changed', exceptSessionId: user.sessionId });
      await securityMails.add(tx, user.id, 'password-changed');
    });
  }

  return { updateProfile, changePassword };
}
