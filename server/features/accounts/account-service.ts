import type { TextKey } from '#locales/index.ts';
import type { Media } from '#server/features/media/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { AppError, invalidFields, notFound, tokenNotValid } from '#server/platform/errors.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import {
  type Account,
  isMismatch,
  newPasswordProblems,
  passwordProblem,
  usernameProblem,
} from './account.ts';
import type { AccountModeration } from './account-moderation-service.ts';
import * as store from './account-store.ts';
import type { LoginGuard } from './login-guard-service.ts';
import type { Passwords } from './passwords.ts';
import type { Recovery } from './recovery-service.ts';
import type { Sessions, TokenPair } from './session-service.ts';

export type Registration = {
  username: string;
  email: string;
  password: string;
  confirmation?: string | null;
  firstName: string;
  lastName: string;
  /** Undefined for an in-process call of the site, which is exempt from rate limits. */
  network: string | undefined;
};
export type Login = { login: string; password: string; network: string | undefined };
export type ProfileChanges = {
  firstName?: string;
  lastName?: string;
  bio?: string;
  /** Bytes of a new image; null removes the current one. */
  avatar?: Uint8Array | null;
};
export type PasswordChange = { oldPassword: string; newPassword: string; confirmation?: string | null };
type SignedIn = { account: Account; tokens: TokenPair };
/** Implemented by slices that depend on accounts. */
export type AccountPorts = {
  /** Runs in the transaction that creates the account. */
  onRegistered(tx: Db, accountId: number): Promise<void>;
};

type Deps = {
  db: Db;
  clock: Clock;
  limits: RateLimits;
  guard: LoginGuard;
  passwords: Passwords;
  sessions: Sessions;
  recovery: Recovery;
  moderation: AccountModeration;
  media: Media;
  ports: AccountPorts;
};

export type AccountService = ReturnType<typeof createAccountService>;

export function createAccountService(deps: Deps) {
  const { db, clock, limits, guard, passwords, sessions, recovery, moderation, media, ports } = deps;

  async function register(registration: Registration): Promise<SignedIn> {
    await limits.take('register', registration.network);
    validateRegistration(registration);
    const passwordHash = await passwords.hash(registration.password);
    // Taken before the lookup, so that an exhausted bucket refuses taken and free names alike.
    await limits.take('registerTaken', registration.network);
    const signedIn = await inTransaction(db, async (tx) => {
      const id = await create(tx, { ...registration, passwordHash });
      await guard.rememberNetwork(tx, id, registration.network);
      await recovery.requestVerification(tx, id);
      return { account: await get(id, tx), tokens: await sessions.open(tx, id) };
    });
    await limits.refund('registerTaken', registration.network);
    return signedIn;
  }

  /** Creates an account, in the caller's transaction if there is one; 400 under the field that is invalid or taken. */
  async function create(from: Db, account: store.NewAccount): Promise<number> {
    const usernameError = usernameProblem(account.username);
    if (usernameError) throw invalidFields({ username: usernameError });
    return inTransaction(from, async (tx) => {
      const result = await store.insertAccount(tx, account, clock.now());
      if (result === 'username') throw invalidFields({ username: 'auth.usernameTaken' });
      if (result === 'email') throw invalidFields({ email: 'auth.emailTaken' });
      await ports.onRegistered(tx, result);
      return result;
    });
  }

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

  async function get(id: number, from: Db = db): Promise<Account> {
    const account = await store.findAccount(from, id);
    if (!account) throw new AppError('notFound');
    return account;
  }

  /** Case-insensitive; 404 for an unknown username. */
  async function getByUsername(username: string): Promise<Account> {
    const account = await store.findAccountByUsername(db, username);
    if (!account) throw notFound('auth.userNotFound');
    return account;
  }

  async function updateProfile(user: User, { avatar, ...changes }: ProfileChanges): Promise<Account> {
    const avatarId = avatar ? (await media.save(user.id, avatar, 'avatar', { kind: 'avatar' })).id : avatar;
    await store.updateAccount(db, user.id, { ...changes, avatarId }, clock.now());
    return get(user.id);
  }

  async function changePassword(user: User, change: PasswordChange): Promise<void> {
    await limits.take('passwordChange', user.id);
    const account = await get(user.id);
    if (!(await passwords.matches(account.passwordHash, change.oldPassword)))
      throw invalidFields({ old_password: 'auth.oldPasswordWrong' });
    const problems = newPasswordProblems(change.newPassword, change.confirmation, account);
    if (problems) throw invalidFields(problems);
    const passwordHash = await passwords.hash(change.newPassword);
    await inTransaction(db, async (tx) => {
      // Meanwhile another request may have changed the password or ended this session.
      const current = await store.lockCredentials(tx, user.id);
      if (!(await sessions.isOpen(tx, user.sessionId))) throw tokenNotValid();
      if (current?.passwordHash !== account.passwordHash)
        throw invalidFields({ old_password: 'auth.oldPasswordWrong' });
      await store.updatePasswordHash(tx, user.id, passwordHash);
      await sessions.endAll(tx, user.id, { reason: 'password changed', exceptSessionId: user.sessionId });
    });
  }

  /** Stores the end of the subscription; null for an account without one. */
  async function setSubscriberUntil(tx: Db, id: number, until: Date | null): Promise<void> {
    await store.updateSubscriberUntil(tx, id, until);
    sessions.dropCachedUser(id);
  }

  return {
    register,
    create,
    login,
    get,
    getByUsername,
    updateProfile,
    changePassword,
    hashPassword: passwords.hash,
    find: (id: number, from: Db = db) => store.findAccount(from, id),
    findByUsername: (username: string, from: Db = db) => store.findAccountByUsername(from, username),
    findByLogin: (login: string, from: Db = db) => store.findAccountByLogin(from, login),
    lock: store.lockAccount,
    setSubscriberUntil,
    makeStaff: (id: number, tx: Db = db) => store.makeStaff(tx, id),
    countAuthors: () => store.countAuthors(db),
    findAvatarIds: (tx: Db, mediaIds: number[]) => store.findAvatarIds(tx, mediaIds),
    addToCounters: (tx: Db, changes: store.CounterChange[]) => store.addToCounters(tx, changes),
  };
}

const wrongCredentials = () => invalidFields({ non_field_errors: 'auth.wrongCredentials' });

function validateRegistration({ username, email, password, confirmation }: Registration): void {
  const problems: Record<string, TextKey> = {};
  const usernameError = usernameProblem(username);
  if (usernameError) problems.username = usernameError;
  const problem = passwordProblem(password, { username, email });
  if (problem) problems.password = problem;
  if (isMismatch(password, confirmation)) {
    problems.password = 'auth.passwordsDiffer';
    problems.password2 = 'auth.passwordsDiffer';
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
}
