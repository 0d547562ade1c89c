import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { AppError, badRequest, invalidFields } from '#server/platform/errors.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { Account } from './account.ts';
import type { AccountModeration } from './account-moderation-service.ts';
import * as store from './account-store.ts';
import type { Caller } from './caller.ts';
import type { LoginGuard } from './login-guard-service.ts';
import type { Passkeys, VerifiedPasskey } from './passkey-service.ts';
import type { Passwords } from './passwords.ts';
import type { SecondFactors } from './second-factor-service.ts';
import type { SecurityMails } from './security-mail-service.ts';
import type { Sessions, TokenPair } from './session-service.ts';

type Login = { login: string; password: string; code: string | undefined; caller: Caller };
export type SignedIn = { account: Account; tokens: TokenPair };

type Deps = {
  db: Db;
  limits: RateLimits;
  guard: LoginGuard;
  passwords: Passwords;
  factors: Pick<SecondFactors, 'consumeCode'>;
  passkeys: Pick<Passkeys, 'verify'>;
  securityMails: Pick<SecurityMails, 'add' | 'isNewDevice'>;
  sessions: Pick<Sessions, 'open'>;
  moderation: Pick<AccountModeration, 'createDisabledError'>;
};

export function createLogin(deps: Deps) {
  const { db, limits, guard, passwords, factors, passkeys, securityMails, sessions, moderation } = deps;

  /**
   * Wrong credentials are 400, never 401: existing clients treat 401 as an expired session. Only a caller with the
   * right password learns that an account is disabled, and why, and that it has a second factor.
   */
  async function login({ login, password, code, caller }: Login): Promise<SignedIn> {
    const { network } = caller;
    const account = await store.findAccountByLogin(db, login);
    const attempt = await guard.startAttempt({ login, accountId: account?.id, network });
    const isMatch = await passwords.matches(account?.passwordHash, password);
    if (!account || !isMatch) throw wrongCredentials();
    await limits.take('newSession', network && account.id);
    if (account.hasSecondFactor && account.isActive && code === undefined) {
      await attempt.markSucceeded();
      throw secondFactorRequired();
    }
    const factorAttempt = account.hasSecondFactor
      ? await guard.startSecondFactor(account.id, network)
      : undefined;
    const newHash = passwords.isOutdated(account.passwordHash) ? await passwords.hash(password) : undefined;
    const isNewDevice = await securityMails.isNewDevice(account.id, caller);
    const tokens = await inTransaction(db, async (tx) => {
      // The hash takes a while to verify: meanwhile the password may have changed or the account been disabled.
      const current = await store.lockCredentials(tx, account.id);
      if (current?.passwordHash !== account.passwordHash) throw wrongCredentials();
      if (!current.isActive) throw await moderation.createDisabledError(tx, account.id);
      // Also for a factor that was added meanwhile.
      if (current.hasSecondFactor) await requireCode(tx, account.id, code);
      if (newHash !== undefined) await store.updatePasswordHash(tx, account.id, newHash);
      return open(tx, account.id, { caller, isNewDevice });
    });
    await factorAttempt?.markSucceeded();
    await attempt.markSucceeded();
    return { account, tokens };
  }

  async function requireCode(tx: Db, accountId: number, code: string | undefined): Promise<void> {
    if (code === undefined) throw secondFactorRequired();
    if (!(await factors.consumeCode(tx, accountId, code)))
      throw invalidFields({ second_factor_code: 'security.codeWrong' });
  }

  /** A passkey verifies its user, so it is both factors. */
  async function loginWithPasskey(
    response: Parameters<Passkeys['verify']>[0],
    caller: Caller,
  ): Promise<SignedIn> {
    await limits.take('loginAddress', caller.network);
    const verified = await passkeys.verify(response);
    if (!verified) throw badRequest('security.passkeyFailed');
    const signedIn = await openWithPasskey(verified, caller);
    await limits.refund('loginAddress', caller.network);
    return signedIn;
  }

  async function openWithPasskey(verified: VerifiedPasskey, caller: Caller): Promise<SignedIn> {
    const { accountId } = verified;
    await limits.take('newSession', caller.network && accountId);
    const isNewDevice = await securityMails.isNewDevice(accountId, caller);
    return inTransaction(db, async (tx) => {
      const current = await store.lockCredentials(tx, accountId);
      const account = await store.findAccount(tx, accountId);
      if (!current || !account || !(await verified.use(tx))) throw badRequest('security.passkeyFailed');
      if (!current.isActive) throw await moderation.createDisabledError(tx, accountId);
      return { account, tokens: await open(tx, accountId, { caller, isNewDevice }) };
    });
  }

  async function open(
    tx: Db,
    accountId: number,
    { caller, isNewDevice }: { caller: Caller; isNewDevice: boolean },
  ): Promise<TokenPair> {
    await guard.rememberNetwork(tx, accountId, caller.network);
    if (isNewDevice) await securityMails.add(tx, accountId, 'new-device', { device: caller.device });
    return sessions.open(tx, accountId, caller.device);
  }

  return { login, loginWithPasskey };
}

const wrongCredentials = () => invalidFields({ non_field_errors: 'auth.wrongCredentials' });

/** 400, whose `detail` older clients show. The client repeats the login with a code. */
const secondFactorRequired = () =>
  new AppError('invalid', {
    message: { key: 'security.secondFactorRequired' },
    code: 'second_factor_required',
  });
