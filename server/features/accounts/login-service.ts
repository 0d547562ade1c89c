import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { invalidFields } from '#server/platform/errors.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { Account } from './account.ts';
import type { AccountModeration } from './account-moderation-service.ts';
import * as store from './account-store.ts';
import type { LoginGuard } from './login-guard-service.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions, TokenPair } from './session-service.ts';

type Login = { login: string; password: string; network: string | undefined };
export type SignedIn = { account: Account; tokens: TokenPair };

type Deps = {
  db: Db;
  limits: RateLimits;
  guard: LoginGuard;
  passwords: Passwords;
  sessions: Pick<Sessions, 'open'>;
  moderation: Pick<AccountModeration, 'createDisabledError'>;
};

export function createLogin({ db, limits, guard, passwords, sessions, moderation }: Deps) {
  /**
   * Wrong credentials are 400, never 401: existing clients treat 401 as an expired session. Only a caller with the
   * right password learns that an account is disabled, and why.
   */
  async function login({ login, password, network }: Login): Promise<SignedIn> {
    const account = await store.findAccountByLogin(db, login);
    const attempt = await guard.startAttempt({ login, accountId: account?.id, network });
    const isMatch = await passwords.matches(account?.passwordHash, password);
    if (!account || !isMatch) throw wrongCredentials();
    await limits.take('newSession', network && account.id);
    const newHash = passwords.isOutdated(account.passwordHash) ? await passwords.hash(password) : undefined;
    const tokens = await inTransaction(db, async (tx) => {
      // The hash takes a while to verify: meanwhile the password may have changed or the account been disabled.
      const current = await store.lockCredentials(tx, account.id);
      if (current?.passwordHash !== account.passwordHash) throw wrongCredentials();
      if (!current.isActive) throw await moderation.createDisabledError(tx, account.id);
      if (newHash !== undefined) await store.updatePasswordHash(tx, account.id, newHash);
      await guard.rememberNetwork(tx, account.id, network);
      return sessions.open(tx, account.id);
    });
    await attempt.markSucceeded();
    return { account, tokens };
  }

  return { login };
}

const wrongCredentials = () => invalidFields({ non_field_errors: 'auth.wrongCredentials' });
