import type { Permission } from '#contract/permissions.ts';
import { can, type User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { tokenNotValid } from '#server/platform/errors.ts';
import { requirePermission } from '#server/platform/require-permission.ts';
import { type StandingPolicy, toStanding } from './standing.ts';
import { lockStanding } from './standing-store.ts';

/** A user without a session, for a job that continues the request of a moderator. */
export async function findModerator(
  db: Db,
  id: number,
  when: StandingPolicy & { now: Date },
): Promise<User | undefined> {
  const row = await lockStanding(db, id);
  if (!row?.is_active) return undefined;
  const { username } = row;
  const user: User = {
    kind: 'user',
    id,
    username,
    ...toStanding(row, when),
    subscriberUntil: null,
    sessionId: '',
    isConfirmed: false,
  };
  return can(user, 'content.moderate') ? user : undefined;
}

/** Permissions as they are in a transaction, not as they were when its request began. */
export function createStandings({ clock, needsStaffSecondFactor }: StandingPolicy & { clock: Clock }) {
  /**
   * Throws 403 unless the user has the permission now, and 401 for a disabled account. The permission stays until the
   * transaction ends; a transaction that takes it away waits.
   */
  async function requireStanding(tx: Db, user: User, permission: Permission): Promise<void> {
    const row = await lockStanding(tx, user.id);
    if (!row?.is_active) throw tokenNotValid();
    requirePermission(
      { ...user, ...toStanding(row, { now: clock.now(), needsStaffSecondFactor }) },
      permission,
    );
  }

  return { requireStanding };
}
