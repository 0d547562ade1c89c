import { flagsOf, type Permission, permissionsOf, type Role, type Standing } from '#contract/permissions.ts';
import type { RuleId } from '#contract/rules.ts';
import type { TextKey } from '#locales/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { AppError, forbidden, notFound, tokenNotValid } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import type { Account } from './account.ts';
import * as store from './account-moderation-store.ts';
import { findAccount, setRole as setAccountRole } from './account-store.ts';
import type { AccountPorts } from './registration-service.ts';
import type { Sessions } from './session-service.ts';
import { isColleagueAccount } from './standing.ts';

/** An account as moderators see it, with the last moderation action, if any. */
export type ModeratedAccount = { account: Account; last: store.RecordedAction | undefined };

export type AccountModeration = ReturnType<typeof createAccountModeration>;
type Deps = {
  db: Db;
  clock: Clock;
  audit: Audit;
  sessions: Pick<Sessions, 'endAll' | 'dropCachedUser'>;
  ports: Pick<AccountPorts, 'onDisabled' | 'onEnabled'>;
};

/** The reason why a moderator may not disable, enable or sanction an account, or undefined. */
export function getRefusalReason(
  moderator: { id: number; permissions: ReadonlySet<Permission> },
  target: Standing & { id: number },
): TextKey | undefined {
  if (moderator.id === target.id) return 'moderation.accountOwn';
  const needsMore = isColleagueAccount(target) && !moderator.permissions.has('colleagues.moderate');
  return needsMore ? 'moderation.accountOfStaff' : undefined;
}

const isSameStanding = (left: Standing, right: Standing): boolean =>
  left.role === right.role && left.isStaff === right.isStaff && left.isSuperuser === right.isSuperuser;

export const isLastAdministrator = (target: store.AccountRoles, others: store.AccountRoles[]): boolean =>
  target.role === 'administrator' &&
  target.isActive &&
  !others.some(({ role, isActive }) => role === 'administrator' && isActive);

/** Gives roles, disables and enables accounts. Published content and payments of the account stay as they are. */
export function createAccountModeration({ db, clock, audit, sessions, ports }: Deps) {
  async function get(id: string): Promise<ModeratedAccount> {
    const accountId = parseId(id);
    const account = accountId === undefined ? undefined : await findAccount(db, accountId);
    if (!account || account.isDeleted) throw notFound('moderation.accountUnknown');
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
  async function disable(
    moderator: User,
    { account: { id } }: ModeratedAccount,
    { rule, reason }: { rule: RuleId | null; reason: string },
  ): Promise<ModeratedAccount> {
    await inTransaction(db, async (tx) => {
      const changed = await changeIn(tx, moderator, id, {
        action: 'disable-account',
        isActive: false,
        reason,
      });
      if (changed) await ports.onDisabled(tx, changed, { moderatorId: moderator.id, rule, reason });
    });
    return get(String(id));
  }

  /** Lets the owner log in again with the same password. Ended sessions stay ended. */
  async function enable(
    moderator: User,
    { account: { id } }: ModeratedAccount,
    reason: string,
  ): Promise<ModeratedAccount> {
    await inTransaction(db, async (tx) => {
      const changed = await changeIn(tx, moderator, id, { action: 'enable-account', isActive: true, reason });
      if (changed) await ports.onEnabled(tx, id, { moderatorId: moderator.id, reason });
    });
    return get(String(id));
  }

  /** Disables or enables an account in a transaction; returns the account, or undefined if it is so already. */
  async function changeIn(
    tx: Db,
    moderator: User,
    id: number,
    { action, isActive, reason }: { action: store.AccountAction; isActive: boolean; reason: string },
  ): Promise<store.AccountRoles | undefined> {
    const { target, others } = await lockForChange(tx, moderator, id, 'accounts.moderate');
    if (target.isActive === isActive) return undefined;
    if (!isActive && isLastAdministrator(target, others)) throw forbidden('moderation.lastAdministrator');
    await store.setActive(tx, id, isActive);
    await store.insertAction(tx, {
      accountId: id,
      action,
      moderatorId: moderator.id,
      reason,
      at: clock.now(),
    });
    await audit.record(tx, {
      action: isActive ? 'account.enable' : 'account.disable',
      target: { kind: 'account', id, name: target.username },
      before: { is_active: target.isActive },
      after: { is_active: isActive, reason },
    });
    if (!isActive) await sessions.endAll(tx, id, { reason: 'account disabled' });
    return target;
  }

  /** Enables an account whose sanction has ended by itself. */
  async function enableByItself(tx: Db, id: number): Promise<void> {
    await store.setActive(tx, id, true);
    await store.insertAction(tx, {
      accountId: id,
      action: 'enable-account',
      moderatorId: null,
      reason: '',
      at: clock.now(),
    });
  }

  /** Locks an account that the moderator may sanction now; throws 401, 403 or 404 otherwise. */
  const lockForSanction = async (tx: Db, moderator: User, id: number): Promise<void> => {
    await lockForChange(tx, moderator, id, 'accounts.moderate');
  };

  /** Gives an account its role; its open sessions have it at once. The last administrator keeps the role. */
  async function setRole(
    administrator: User,
    { account }: ModeratedAccount,
    role: Role,
  ): Promise<ModeratedAccount> {
    await inTransaction(db, async (tx) => {
      const { target, others } = await lockForChange(tx, administrator, account.id, 'roles.manage');
      if (role !== 'administrator' && isLastAdministrator(target, others))
        throw forbidden('moderation.lastAdministrator');
      await writeRole(tx, target, role);
    });
    sessions.dropCachedUser(account.id);
    return get(String(account.id));
  }

  /** Gives the role by a command of the operator. */
  async function makeAdministrator(id: number): Promise<void> {
    await inTransaction(db, async (tx) => {
      const target = (await store.lockRoles(tx, [id])).get(id);
      if (target) await writeRole(tx, target, 'administrator');
    });
    sessions.dropCachedUser(id);
  }

  async function writeRole(tx: Db, target: store.AccountRoles, role: Role): Promise<void> {
    const flags = flagsOf(role);
    if (isSameStanding(target, { role, ...flags })) return;
    await setAccountRole(tx, target.id, role);
    await audit.record(tx, {
      action: 'account.role',
      target: { kind: 'account', id: target.id, name: target.username },
      before: { role: target.role, is_staff: target.isStaff, is_superuser: target.isSuperuser },
      after: { role, is_staff: flags.isStaff, is_superuser: flags.isSuperuser },
    });
  }

  /** Locks an account that the moderator may change, with all administrators: 401, 403 or 404 if that is not so now. */
  async function lockForChange(tx: Db, moderator: User, id: number, permission: Permission) {
    const rolesById = await store.lockRoles(tx, [moderator.id, id]);
    const [current, target] = [rolesById.get(moderator.id), rolesById.get(id)];
    // Two moderators may disable each other at the same time: the second request must find its moderator disabled.
    if (!current?.isActive) throw tokenNotValid();
    const permissions = permissionsOf(current);
    if (!permissions.has(permission)) throw forbidden();
    if (!target) throw notFound('moderation.accountUnknown');
    // An administrator may give up the own role, if another one is left.
    const refusal =
      permission === 'roles.manage' ? undefined : getRefusalReason({ id: moderator.id, permissions }, target);
    if (refusal) throw forbidden(refusal);
    rolesById.delete(id);
    return { target, others: [...rolesById.values()] };
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

  return {
    get,
    getForChange,
    changeIn,
    enableByItself,
    lockForSanction,
    setRole,
    makeAdministrator,
    disable,
    enable,
    createDisabledError,
  };
}
