import type { Permission, Role } from '#contract/permissions.ts';

/**
 * The caller, with everything that authorization rules need. The `fresh` option of `Authenticate` bounds how old the
 * permissions may be.
 */
export type Actor = Guest | User;
export type Guest = { kind: 'guest' };
/** An interface, so that a slice can declare further facts that its rules need. */
export interface User {
  kind: 'user';
  id: number;
  username: string;
  role: Role;
  /** Those of the role, without what sanctions take away. */
  permissions: ReadonlySet<Permission>;
  /** Why the user may not write, if a sanction forbids it. */
  restrictions: readonly Restriction[];
  /** The user works for a site that requires a second factor of staff, and has none: only ordinary permissions count. */
  lacksSecondFactor: boolean;
  /** The user has lately proved who they are in this session. */
  isConfirmed: boolean;
  sessionId: string;
}

/** What a sanction takes away, and until when; null for a sanction without an end. */
export type Restriction = { permissions: readonly Permission[]; until: Date | null };

export const can = (actor: Actor, permission: Permission): boolean =>
  actor.kind === 'user' && actor.permissions.has(permission);

export const guest: Guest = { kind: 'guest' };

/**
 * Resolves an access token to its user. `fresh` reads the account from the database, for writes; otherwise the result
 * may be up to 1 s old. Throws `tokenNotValid` for a token without an active session.
 */
export type Authenticate = (token: string, options: { fresh: boolean }) => Promise<User>;
