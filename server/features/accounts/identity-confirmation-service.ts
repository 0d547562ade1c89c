import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { badRequest, invalidFields } from '#server/platform/errors.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { AccountAccess } from './account-access-service.ts';
import { lockAccount } from './account-store.ts';
import { confirmedUntil } from './identity-confirmation.ts';
import type { Passkeys } from './passkey-service.ts';
import type { Passwords } from './passwords.ts';
import type { SecondFactors } from './second-factor-service.ts';
import type { Sessions } from './session-service.ts';
import { markConfirmed } from './session-store.ts';

type Proof = {
  password?: string | undefined;
  code?: string | undefined;
  passkey?: AuthenticationResponseJSON | undefined;
};

type Deps = {
  db: Db;
  clock: Clock;
  limits: RateLimits;
  access: Pick<AccountAccess, 'get'>;
  passwords: Passwords;
  factors: Pick<SecondFactors, 'consumeCode'>;
  passkeys: Pick<Passkeys, 'verify'>;
  sessions: Pick<Sessions, 'dropCachedSession'>;
};

/** Asks the user of an open session again who they are, before a change that a stolen session must not make. */
export function createIdentityConfirmation(deps: Deps) {
  const { db, clock, limits, access, passwords, factors, passkeys, sessions } = deps;

  /**
   * An account with a second factor proves that factor: a thief of a session may know the password. Returns the
   * time until which the session counts as confirmed.
   */
  async function confirm(user: User, proof: Proof): Promise<Date> {
    const account = await access.get(user.id);
    if (proof.passkey) await provePasskey(user, proof.passkey);
    else if (account.hasSecondFactor) await proveCode(user, proof.code);
    else await provePassword(user, account.passwordHash, proof.password);
    const now = clock.now();
    await markConfirmed(db, user.sessionId, now);
    sessions.dropCachedSession(user.sessionId);
    return confirmedUntil(now);
  }

  async function provePassword(user: User, passwordHash: string, password: string | undefined) {
    if (password === undefined) throw invalidFields({ password: 'security.proofRequired' });
    await limits.take('passwordChange', user.id);
    if (!(await passwords.matches(passwordHash, password)))
      throw invalidFields({ password: 'auth.oldPasswordWrong' });
    await limits.refund('passwordChange', user.id);
  }

  async function proveCode(user: User, code: string | undefined) {
    if (code === undefined) throw invalidFields({ second_factor_code: 'security.secondFactorRequired' });
    const key = `confirm ${user.id}`;
    await limits.take('secondFactor', key);
    await inTransaction(db, async (tx) => {
      await lockAccount(tx, user.id);
      if (!(await factors.consumeCode(tx, user.id, code)))
        throw invalidFields({ second_factor_code: 'security.codeWrong' });
    });
    await limits.refund('secondFactor', key);
  }

  async function provePasskey(user: User, response: AuthenticationResponseJSON) {
    const verified = await passkeys.verify(response);
    const isOwn = verified?.accountId === user.id;
    if (!isOwn || !(await inTransaction(db, (tx) => verified.use(tx))))
      throw badRequest('security.passkeyFailed');
  }

  return { confirm };
}
export type IdentityConfirmation = ReturnType<typeof createIdentityConfirmation>;
