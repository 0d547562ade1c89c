/**
 * The caller, with everything that authorization rules need. The `fresh` option of `Authenticate` bounds how old the
 * roles may be.
 */
export type Actor = Guest | User;
export type Guest = { kind: 'guest' };
/** An interface, so that a slice can declare further facts that its rules need. */
export interface User {
  kind: 'user';
  id: number;
  username: string;
  isStaff: boolean;
  isSuperuser: boolean;
  sessionId: string;
}

/** Staff and superusers moderate content and accounts. */
export const isModerator = (actor: Actor): boolean =>
  actor.kind === 'user' && (actor.isStaff || actor.isSuperuser);

export const guest: Guest = { kind: 'guest' };

/**
 * Resolves an access token to its user. `fresh` reads the account from the database, for writes; otherwise the result
 * may be up to 5 s old. Throws `tokenNotValid` for a token without an active session.
 */
export type Authenticate = (token: string, options: { fresh: boolean }) => Promise<User>;
