/** Rules of refresh rotation, "confirm on use" (contract decision 8). Pure: the store only writes what is decided. */
export const refreshIdleMs = 7 * 24 * 3_600_000;
export const sessionMaxMs = 30 * 24 * 3_600_000;
export const graceMs = 30_000;
export const graceAnswersPerHour = 3;
export const maxUnusedChildren = 1_000;
const hourMs = 3_600_000;

export type Family = {
  id: string;
  accountId: number;
  headId: string;
  prevHeadId: string | null;
  headConfirmedAt: Date;
  graceAnswers: number;
  graceSince: Date | null;
  expiresAt: Date;
  revokedAt: Date | null;
};

export type RefreshToken = { id: string; familyId: string; parentId: string | null; expiresAt: Date };

export type Rotation =
  /** The token, its family or its time is over: 401, nothing changes. */
  | { kind: 'dead' }
  /** The newest token, used again: the answer was lost, or the client keeps only its first token. */
  | { kind: 'repeat' }
  /** A child is used for the first time: it becomes the head. */
  | { kind: 'confirm' }
  /** The loser of a race between two tabs, shortly after the head changed. */
  | { kind: 'grace'; graceAnswers: number; graceSince: Date }
  /** An older token: somebody holds a copy. The whole family ends. */
  | { kind: 'reuse' };

export function decideRotation(family: Family, token: RefreshToken, now: Date): Rotation {
  if (family.revokedAt || family.expiresAt <= now || token.expiresAt <= now) return { kind: 'dead' };
  if (token.id === family.headId) return { kind: 'repeat' };
  if (token.parentId === family.headId) return { kind: 'confirm' };
  const isRecent = now.getTime() - family.headConfirmedAt.getTime() < graceMs;
  const isPredecessor = family.prevHeadId !== null && [token.id, token.parentId].includes(family.prevHeadId);
  return isRecent && isPredecessor ? graceOrReuse(family, now) : { kind: 'reuse' };
}

/** Only so many graces an hour: a thief who always follows within the grace is seen in the end. */
function graceOrReuse(family: Family, now: Date): Rotation {
  const isSameHour = family.graceSince !== null && now.getTime() - family.graceSince.getTime() < hourMs;
  const graceSince = isSameHour && family.graceSince ? family.graceSince : now;
  const graceAnswers = isSameHour ? family.graceAnswers + 1 : 1;
  return graceAnswers > graceAnswersPerHour ? { kind: 'reuse' } : { kind: 'grace', graceAnswers, graceSince };
}
