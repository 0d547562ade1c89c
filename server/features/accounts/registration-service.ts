import type { RuleId } from '#contract/rules.ts';
import type { TextKey } from '#locales/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { invalidFields } from '#server/platform/errors.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { TextProblemPort } from '#server/platform/text-moderation.ts';
import { isMismatch, passwordProblem, usernameProblem } from './account.ts';
import type { AccountAccess } from './account-access-service.ts';
import { insertAccount, type NewAccount } from './account-store.ts';
import type { Caller } from './caller.ts';
import type { LoginGuard } from './login-guard-service.ts';
import type { SignedIn } from './login-service.ts';
import { findEmailProblem } from './new-email-service.ts';
import type { Passwords } from './passwords.ts';
import type { Recovery } from './recovery-service.ts';
import type { Sessions } from './session-service.ts';

type Registration = {
  username: string;
  email: string;
  password: string;
  confirmation?: string | null;
  firstName: string;
  lastName: string;
  isTrapped: boolean;
  caller: Caller;
};
/** Implemented by slices that depend on accounts. */
export type AccountPorts = TextProblemPort & {
  /** Runs in the transaction that creates the account. */
  onRegistered(tx: Db, accountId: number): Promise<void>;
  /** Runs in the transaction in which a moderator disables or enables an account without a sanction. */
  onDisabled(
    tx: Db,
    account: { id: number; username: string },
    why: { moderatorId: number; rule: RuleId | null; reason: string },
  ): Promise<void>;
  onEnabled(tx: Db, accountId: number, why: { moderatorId: number; reason: string }): Promise<void>;
  /** Runs in the transaction that ends the sessions of an account, perhaps except one. */
  onSessionsEnded(tx: Db, accountId: number): Promise<void>;
};

type Deps = {
  db: Db;
  clock: Clock;
  limits: RateLimits;
  access: Pick<AccountAccess, 'get'>;
  guard: Pick<LoginGuard, 'rememberNetwork'>;
  passwords: Passwords;
  sessions: Pick<Sessions, 'open'>;
  recovery: Pick<Recovery, 'requestVerification'>;
  ports: AccountPorts;
};

/** Creates accounts. */
export function createRegistration(deps: Deps) {
  const { db, clock, limits, access, guard, passwords, sessions, recovery, ports } = deps;

  async function register(registration: Registration): Promise<SignedIn> {
    const { network, device } = registration.caller;
    await limits.take('register', network);
    await validateRegistration(registration);
    const passwordHash = await passwords.hash(registration.password);
    // Taken before the lookup, so that an exhausted bucket refuses taken and free names alike.
    await limits.take('registerTaken', network);
    const signedIn = await inTransaction(db, async (tx) => {
      const id = await create(tx, { ...registration, passwordHash });
      await guard.rememberNetwork(tx, id, network);
      await recovery.requestVerification(tx, id);
      return { account: await access.get(id, tx), tokens: await sessions.open(tx, id, device) };
    });
    await limits.refund('registerTaken', network);
    return signedIn;
  }

  /**
   * Creates an account, in the caller's transaction if there is one; 400 under the field that is invalid or taken. The owner of an
   * imported account is not welcomed: nothing that is imported notifies anybody.
   */
  async function create(
    from: Db,
    account: NewAccount,
    { isImported = false }: { isImported?: boolean } = {},
  ): Promise<number> {
    const usernameError = usernameProblem(account.username);
    if (usernameError) throw invalidFields({ username: usernameError });
    return inTransaction(from, async (tx) => {
      const result = await insertAccount(tx, account, clock.now());
      if (result === 'username') throw invalidFields({ username: 'auth.usernameTaken' });
      if (result === 'email') throw invalidFields({ email: 'auth.emailTaken' });
      if (!isImported) await ports.onRegistered(tx, result);
      return result;
    });
  }

  async function validateRegistration(registration: Registration): Promise<void> {
    const { username, email, password, confirmation } = registration;
    const problems: Record<string, TextKey> = {};
    const usernameError = usernameProblem(username);
    if (usernameError) problems.username = usernameError;
    const emailError = await findEmailProblem(db, email);
    if (emailError) problems.email = emailError;
    const problem = passwordProblem(password, { username, email });
    if (problem) problems.password = problem;
    if (isMismatch(password, confirmation)) {
      problems.password = 'auth.passwordsDiffer';
      problems.password2 = 'auth.passwordsDiffer';
    }
    if (Object.keys(problems).length > 0) throw invalidFields(problems);
  }

  return { register, create };
}
