import type { TextKey } from '#locales/index.ts';
import { isModerator, type User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { AppError, forbidden, notFound, tokenNotValid } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import type { Account } from './account.ts';
import * as store from './account-moderation-store.ts';
import { findAccount } from './account-store.ts';
import type { Sessions } from './session-service.ts';

/** An account as moderators see it, with the last moderation action, if any. */
export type ModeratedAccount = { account: Account; last: store.RecordedAction | undefined };

export type AccountModeration = ReturnType<typeof createAccountModeration>;
type Deps = { db: Db; clock: Clock; sessions: Pick<Sessions, 'endAll'> };

/**
 * The reason why a moderator may not disable or enable an account, or undefined. A superuser cannot disable their own
 * account, so at least one active superuser remains.
 */
export function getRefusalReason(
  moderator: { id: number; isSuperuser: boolean },
  target: { id: number; isStaff: boolean; isSuperuser: boolean },
): TextKey | undefined {
  if (moderator.id === target.id) return 'moderation.accountOwn';
  const isColleague = target.isStaff || target.isSuperuser;
  return isColleague && !moderator.isSuperuser ? 'moderation.accountOfStaff' : undefined;
}

/** Disables and enables accounts. Published content and payments of the account stay as they are. */
export function createAccountModeration({ db, clock, sessions }: Deps) {
  async function get(id: string): Promise<ModeratedAccount> {
    const accountId = parseId(id);
    const account = accountId === undefined ? undefined : await findAccount(db, accountId);
    if (!account) throw notFound('moderation.accountUnknown');
    return { account, last: await store.findLastAction(db, account.id) };
  }

  /** As `get`, but 403 when the moderator may not change the account. */
  async function getForChange(moderator: User, id: string): Promise<ModeratedAccount> {
    const found = await get(id);
    const refusal = getRefusalReason(moderator, found.account);
    if (refusal) throw forbidden(refusal);
    return found;
  }

  /** Disables an account and ends all its sessions and reset links. A disabled account keeps its first reason. */
  const disable = (moderator: User, { account }: ModeratedAccount, reason: string) =>
    change(moderator, account.id, { action: 'disable-account', isActive: false, reason });

  /** Lets the owner log in again with the same password. Ended sessions stay ended. */
  const enable = (moderator: User, { account }: ModeratedAccount, reason: string) =>
    change(moderator, account.id, { action: 'enable-account', isActive: true, reason });

  async function change(
    moderator: User,
    id: number,
    { action, isActive, reason }: { action: store.AccountAction; isActive: boolean; reason: string },
  ): Promise<ModeratedAccount> {
    await inTransaction(db, async (tx) => {
      const rolesById = await store.lockRoles(tx, [moderator.id, id]);
      const current = { moderator: rolesById.get(moderator.id), target: rolesById.get(id) };
      // Two moderators may disable each other at the same time: the second request must find its moderator disabled.
      if (!current.moderator?.isActive) throw tokenNotValid();
      if (!isModerator({ ...moderator, ...current.moderator })) throw forbidden();
      if (!current.target) throw notFound('moderation.accountUnknown');
      const refusal = getRefusalReason(current.moderator, current.target);
      if (refusal) throw forbidden(refusal);
      if (current.target.isActive === isActive) return;
      await store.setActive(tx, id, isActive);
      await store.insertAction(tx, {
        accountId: id,
        action,
        moderatorId: moderator.id,
        reason,
        at: clock.now(),
      });
      if (!isActive) await sessions.endAll(tx, id, { reason: 'account disabled' });
    });
    return get(String(id));
  }

  /** The response to a login with the right password of a disabled account: 400, as for a wrong password. */
  async function createDisabledError(tx: Db, accountId: number): Promise<AppError> {
    const last = await store.findLastAction(tx, accountId);
    const reason = last?.action === 'disable-account' ? last.reason : '';
    const message = reason
      ? { key: 'auth.accountDisabledFor', values: { reason } }
      : { key: 'auth.accountDisabled' };
    return new AppError('invalid', { fields: { non_field_errors: [message] } });
  }

  return { get, getForChange, disable, enable, createDisabledError };
}
