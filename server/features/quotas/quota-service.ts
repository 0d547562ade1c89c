import { fileSize, wholeNumber } from '#locales/format.ts';
import { can, type User } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { type Added, type Exceeded, findExceeded, isNearQuota, type Quotas, type Usage } from './quota.ts';
import * as store from './quota-store.ts';

export type QuotaService = ReturnType<typeof createQuotaService>;
/** Enforces the quota of a text, in the transaction that writes it. */
export type ClaimText = (tx: Db) => Promise<void>;
/** The field of the error message; without it the error concerns the whole request. */
type ErrorTarget = { field?: string };

/** Enforces the quotas of accounts. Triggers maintain the counters for every write (migration 0071). */
export function createQuotaService({ db, quotas }: { db: Db; quotas: Quotas }) {
  function refuseExceeded(usage: Usage, added: Added, { field }: ErrorTarget): void {
    const exceededQuota = findExceeded(usage, added, quotas);
    if (exceededQuota) throw createQuotaError(exceededQuota, formatLimit(exceededQuota), field);
  }

  function formatLimit({ kind, measure }: Exceeded): string {
    const limit = quotas[kind][measure];
    return measure === 'bytes' ? fileSize(limit) : wholeNumber(limit);
  }

  /** Refuses early, before work is done; true if the usage is so near the quota that `claim` has to decide. */
  async function check(accountId: number, added: Added, target: ErrorTarget = {}): Promise<boolean> {
    const { usage, hasManyRows } = await store.sumUsage(db, accountId);
    refuseExceeded(usage, added, target);
    if (hasManyRows) await store.compactUsage(db, accountId);
    return isNearQuota(usage, added, quotas);
  }

  /**
   * Enforces the quota near its limit: 400 if the account may not store so much more. Other claims of the account wait
   * until this transaction ends. Lock order: posts before, accounts after the claim.
   */
  async function claim(tx: Db, accountId: number, added: Added, target: ErrorTarget = {}): Promise<void> {
    await store.lockAccount(tx, accountId);
    refuseExceeded((await store.sumUsage(tx, accountId)).usage, added, target);
  }

  /**
   * As `check`, for texts. The returned function claims them in the transaction that writes, if necessary. Moderators
   * work for the site and have no quota of texts.
   */
  async function checkText(user: User, added: Added): Promise<ClaimText> {
    const isNear = !can(user, 'texts.unlimited') && (await check(user.id, added));
    return async (tx) => (isNear ? claim(tx, user.id, added) : undefined);
  }

  return {
    quotas,
    getUsage: async (accountId: number): Promise<Usage> => (await store.sumUsage(db, accountId)).usage,
    check,
    claim,
    checkText,
  };
}

function createQuotaError({ kind, measure }: Exceeded, limit: string, field?: string): AppError {
  const message = { key: `quotas.${kind}Full${measure === 'bytes' ? 'Bytes' : 'Items'}`, values: { limit } };
  return field === undefined
    ? new AppError('invalid', { message, code: 'quota_exceeded' })
    : new AppError('invalid', { fields: { [field]: [message] } });
}
