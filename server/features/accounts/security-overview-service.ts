import type { User } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { AccountAccess } from './account-access-service.ts';
import type { EmailChanges } from './email-change-service.ts';
import type { Passkeys } from './passkey-service.ts';
import { countRecoveryCodes, findTotp } from './second-factor-store.ts';
import { isColleagueAccount } from './standing.ts';

type Deps = {
  db: Db;
  access: Pick<AccountAccess, 'get'>;
  passkeys: Pick<Passkeys, 'list'>;
  emailChanges: Pick<EmailChanges, 'find'>;
  needsStaffSecondFactor: boolean;
};

export type SecurityOverview = ReturnType<typeof createSecurityOverview>;

/** What the owner sees of the security of the account. */
export function createSecurityOverview({ db, access, passkeys, emailChanges, needsStaffSecondFactor }: Deps) {
  async function get(user: User) {
    const account = await access.get(user.id);
    const totp = await findTotp(db, user.id);
    return {
      totpEnabledAt: totp?.enabledAt ?? null,
      passkeys: await passkeys.list(user.id),
      recoveryCodesLeft: await countRecoveryCodes(db, user.id),
      hasSecondFactor: account.hasSecondFactor,
      needsSecondFactor: needsStaffSecondFactor && isColleagueAccount(account),
      emailChange: (await emailChanges.find(user.id)) ?? null,
    };
  }

  return { get };
}
export type Overview = Awaited<ReturnType<SecurityOverview['get']>>;
