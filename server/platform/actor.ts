/** Who calls. Everything the rules may ask of a caller; roles are as fresh as the authenticator promises. */
export type Actor = Guest | User;
export type Guest = { kind: 'guest' };
export type User = {
  kind: 'user';
  id: number;
  username: string;
  isStaff: boolean;
  isSuperuser: boolean;
  subscriberUntil: Date | null;
  sessionId: string;
};

/** Staff and superusers moderate (specification 6). */
export const isModerator = (actor: Actor): boolean =>
  actor.kind === 'user' && (actor.isStaff || actor.isSuperuser);

export const guest: Guest = { kind: 'guest' };

/**
 * Turns an access token into its user. `fresh` reads the account anew, for writes; otherwise the answer may be
 * up to 5 s old. Throws `tokenNotValid` for anything that is not a living session.
 */
export type Authenticate = (token: string, options: { fresh: boolean }) => Promise<User>;
