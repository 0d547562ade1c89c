import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { badRequest, invalidFields, notFound, tokenNotValid } from '#server/platform/errors.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import { findAccount, lockAccount } from './account-store.ts';
import { createRecoveryCode, hashRecoveryCode, normaliseCode, recoveryCodeCount } from './recovery-code.ts';
import * as store from './second-factor-store.ts';
import type { SecurityMails } from './security-mail-service.ts';
import type { Sessions } from './session-service.ts';
import { createTotpSecret, describeTotp, findTotpStep, isTotpCode } from './totp.ts';
import type { TotpVault } from './totp-vault.ts';

type Deps = {
  db: Db;
  clock: Clock;
  limits: RateLimits;
  securityMails: Pick<SecurityMails, 'add'>;
  sessions: Pick<Sessions, 'isOpen' | 'endAll'>;
  vault: TotpVault;
  siteName: string;
};

const renewalBatch = 500;

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** Authenticator apps and recovery codes; `passkey-service.ts` adds passkeys. */
export function createSecondFactors(deps: Deps) {
  const { db, clock, limits, securityMails, sessions, vault, siteName } = deps;

  async function readSecret(tx: Db, accountId: number) {
    const row = await store.findTotp(tx, accountId);
    const secret = row && vault.open(accountId, row.secret);
    return secret && { secret, isEnabled: row.enabledAt !== null };
  }

  /**
   * Uses up a code of the app or a recovery code, in a transaction that locks the account; false for a wrong one and for
   * one that was used before. The caller limits the attempts.
   */
  async function consumeCode(tx: Db, accountId: number, typed: string): Promise<boolean> {
    const code = normaliseCode(typed);
    if (isTotpCode(code)) {
      const totp = await readSecret(tx, accountId);
      const step = totp?.isEnabled ? findTotpStep(totp.secret, code, clock.now()) : undefined;
      return step !== undefined && store.acceptTotpStep(tx, accountId, step);
    }
    const isUsed = await store.consumeRecoveryCode(tx, accountId, hashRecoveryCode(code), clock.now());
    if (isUsed) await securityMails.add(tx, accountId, 'recovery-code-used');
    return isUsed;
  }

  /** Creates a secret for an app. It counts only after `enableTotp`. */
  async function startTotp(user: User): Promise<{ secret: string; uri: string }> {
    const secret = createTotpSecret();
    const isStored = await store.upsertPendingTotp(db, {
      accountId: user.id,
      secret: vault.seal(user.id, secret),
      now: clock.now(),
    });
    if (!isStored) throw badRequest('security.totpAlready');
    return describeTotp(secret, { siteName, username: user.username });
  }

  /** Enables the app with its first code, and returns recovery codes if this is the first factor. */
  async function enableTotp(user: User, typed: string): Promise<string[]> {
    await limits.take('secondFactor', `enable ${user.id}`);
    const codes = await inTransaction(db, async (tx) => {
      await lockAccount(tx, user.id);
      const totp = await readSecret(tx, user.id);
      if (!totp) throw badRequest('security.totpNotStarted');
      if (totp.isEnabled) throw badRequest('security.totpAlready');
      const step = findTotpStep(totp.secret, normaliseCode(typed), clock.now());
      if (step === undefined) throw invalidFields({ second_factor_code: 'security.codeWrong' });
      // The code that enables the app cannot be used for a login too.
      await store.acceptTotpStep(tx, user.id, step);
      await store.markTotpEnabled(tx, user.id, clock.now());
      await securityMails.add(tx, user.id, 'totp-enabled');
      return startUsing(tx, user);
    });
    await limits.refund('secondFactor', `enable ${user.id}`);
    return codes;
  }

  /**
   * After a factor was added. The first one ends the other sessions, which were opened without it, and returns the
   * recovery codes.
   */
  async function startUsing(tx: Db, user: User): Promise<string[]> {
    // A reset that has ended the session meanwhile has removed what was there; nothing may come after it.
    if (!(await sessions.isOpen(tx, user.sessionId))) throw tokenNotValid();
    const isFirst = !(await findAccount(tx, user.id))?.hasSecondFactor;
    await store.updateHasSecondFactor(tx, user.id);
    if (!isFirst) return [];
    await sessions.endAll(tx, user.id, { reason: 'second factor added', exceptSessionId: user.sessionId });
    return createCodes(tx, user.id);
  }

  /** After a factor was removed: without any, the recovery codes stand for nothing. */
  async function stopUsing(tx: Db, accountId: number): Promise<void> {
    if (!(await store.updateHasSecondFactor(tx, accountId))) await store.deleteRecoveryCodes(tx, accountId);
  }

  const disableTotp = (user: User): Promise<void> =>
    inTransaction(db, async (tx) => {
      await lockAccount(tx, user.id);
      if (!(await store.deleteTotp(tx, user.id))) throw notFound('security.totpUnknown');
      await stopUsing(tx, user.id);
      await securityMails.add(tx, user.id, 'totp-disabled');
    });

  async function createCodes(tx: Db, accountId: number): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodeCount }, createRecoveryCode);
    await store.replaceRecoveryCodes(tx, accountId, codes.map(hashRecoveryCode));
    return codes;
  }

  /** Replaces the recovery codes, used and unused. */
  const replaceCodes = (user: User): Promise<string[]> =>
    inTransaction(db, async (tx) => {
      await lockAccount(tx, user.id);
      if (!(await findAccount(tx, user.id))?.hasSecondFactor) throw badRequest('security.factorMissing');
      await securityMails.add(tx, user.id, 'recovery-codes-created');
      return createCodes(tx, user.id);
    });

  /** For an owner who has lost every factor: the operator removes them, and all sessions end. */
  const reset = (accountId: number): Promise<void> =>
    inTransaction(db, async (tx) => {
      await lockAccount(tx, accountId);
      await store.deleteFactors(tx, accountId);
      await sessions.endAll(tx, accountId, { reason: 'second factor reset' });
      await securityMails.add(tx, accountId, 'second-factor-reset');
    });

  /** After the secret of the site was replaced: encrypts what belongs to the previous one again. */
  async function renewSecrets(): Promise<void> {
    if (!vault.canRenew) return;
    let after = 0;
    for (;;) {
      const rows = await store.listTotpSecrets(db, { after, limit: renewalBatch });
      for (const { accountId, secret } of rows) {
        const renewed = vault.renew(accountId, secret);
        if (renewed) await store.replaceTotpSecret(db, { accountId, secret, renewed });
      }
      const last = rows.at(-1);
      if (!last) return;
      after = last.accountId;
    }
  }

  return {
    consumeCode,
    startTotp,
    enableTotp,
    disableTotp,
    replaceCodes,
    startUsing,
    stopUsing,
    reset,
    renewSecrets,
  };
}
