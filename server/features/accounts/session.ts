/** Rules of refresh token rotation with "confirm on use" (docs/decisions/0005). Pure: the store writes the decision. */
export const refreshIdleMs = 7 * 24 * 3_600_000;
export const sessionMaxMs = 30 * 24 * 3_600_000;
export const graceMs = 30_000;
export const maxGracesPerHour = 3;
export const maxUnusedChildren = 1_000;
const hourMs = 3_600_000;

export type Family = {
  id: string;
  accountId: number;
  headId: string;
  prevHeadId: string | null;
  headConfirmedAt: Date;
  graceCount: number;
  graceSince: Date | null;
  expiresAt: Date;
  revokedAt: Date | null;
};

export type RefreshToken = { id: string; familyId: string; parentId: string | null; expiresAt: Date };

export type Rotation =
  /** The family is revoked, or the family or the token has expired: 401, nothing changes. */
  | { kind: 'dead' }
  /** The head is used again: the response was lost, or the client stores only its first token. */
  | { kind: 'repeat' }
  /** A child is used for the first time: it becomes the head. */
  | { kind: 'confirm' }
  /** The slower of two tabs that refresh at once, shortly after the head changed. */
  | { kind: 'grace'; graceCount: number; graceSince: Date }
  /** An older token, so a copy exists: the whole family is revoked. */
  | { kind: 'reuse' };

export function decideRotation(family: Family, token: RefreshToken, now: Date): Rotation {
  if (family.revokedAt || family.expiresAt <= now || token.expiresAt <= now) return { kind: 'dead' };
  if (token.id === family.headId) return { kind: 'repeat' };
  if (token.parentId === family.headId) return { kind: 'confirm' };
  const isRecent = now.getTime() - family.headConfirmedAt.getTime() < graceMs;
  const isPredecessor = family.prevHeadId !== null && [token.id, token.parentId].includes(family.prevHeadId);
  return isRecent && isPredecessor ? decideGraceOrReuse(family, now) : { kind: 'reuse' };
}

/** Limited per hour, so that a thief who always follows within the grace period is detected in the end. */
function decideGraceOrReuse(family: Family, now: Date): Rotation {
  const isSameHour = family.graceSince !== null && now.getTime() - family.graceSince.getTime() < hourMs;
  const graceSince = isSameHour && family.graceSince ? family.graceSince : now;
  const graceCount = isSameHour ? family.graceCount + 1 : 1;
  return graceCount > maxGracesPerHour ? { kind: 'reuse' } : { kind: 'grace', graceCount, graceSince };
}
