import { randomUUID } from 'node:crypto';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { badRequest, notFound, tokenNotValid } from '#server/platform/errors.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { isLastAdministrator } from './account-moderation-service.ts';
import { lockRoles } from './account-moderation-store.ts';
import { type DeletionMail, deletionMailJob } from './deletion-mail.ts';
import {
  createAnonymousIdentity,
  type ListedDeletion,
  repeatDeletion,
} from './deletion-repetition-service.ts';
import * as store from './deletion-store.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './session-service.ts';

const dayMs = 24 * 3_600_000;
/** In which the owner can change their mind. */
const graceMs = 14 * dayMs;

type Deps = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  passwords: Pick<Passwords, 'hash'>;
  sessions: Pick<Sessions, 'endAll' | 'isOpen' | 'dropCachedUser'>;
};

export type AccountDeletions = ReturnType<typeof createAccountDeletions>;

/** Deletions of accounts by their owners: request, change of mind, and the end of everything private in the account itself. */
export function createAccountDeletions({ db, clock, jobs, passwords, sessions }: Deps) {
  const addMail = (tx: Db, mail: Omit<DeletionMail, 'id'>) =>
    jobs.add(tx, deletionMailJob, { id: randomUUID(), ...mail });

  /** Ends all sessions: the next login shows what is going to happen. A second request changes the choice, not the day. */
  async function request(
    user: User,
    texts: store.DeletionTexts,
  ): Promise<{ dueAt: Date; texts: store.DeletionTexts }> {
    return inTransaction(db, async (tx) => {
      await requireNotLast(tx, user.id);
      if (!(await sessions.isOpen(tx, user.sessionId))) throw tokenNotValid();
      const account = await store.findForRequest(tx, user.id);
      const dueAt = account.dueAt ?? new Date(clock.now().getTime() + graceMs);
      await store.setDeletion(tx, user.id, { dueAt, texts });
      await sessions.endAll(tx, user.id, { reason: 'deletion requested' });
      const { email: to, username } = account;
      await addMail(tx, { event: 'requested', to, username, dueAt: dueAt.toISOString(), texts });
      return { dueAt, texts };
    });
  }

  async function requireNotLast(tx: Db, id: number): Promise<void> {
    if (await isLast(tx, id)) throw badRequest('security.deletionLastAdministrator');
  }

  /** Administrators who are leaving do not count. All administrators stay locked. */
  async function isLast(tx: Db, id: number): Promise<boolean> {
    const roles = await lockRoles(tx, [id]);
    const target = roles.get(id);
    if (!target) return false;
    const leaving = new Set(await store.filterLeaving(tx, [...roles.keys()]));
    const others = [...roles.values()].filter((other) => other.id !== id && !leaving.has(other.id));
    return isLastAdministrator(target, others);
  }

  async function cancel(user: User): Promise<void> {
    await inTransaction(db, async (tx) => {
      const account = await store.cancelDeletion(tx, user.id, clock.now());
      if (!account) throw notFound('security.deletionUnknown');
      await addMail(tx, { event: 'cancelled', to: account.email, username: account.username });
    });
    sessions.dropCachedUser(user.id);
  }

  /** Whether a due account may be deleted. One that has become the last administrator stays, and its owner is told. */
  async function check(id: number): Promise<boolean> {
    return inTransaction(db, async (tx) => {
      const isNeeded = await isLast(tx, id);
      const account = await store.lockDue(tx, id, clock.now());
      if (!account || !isNeeded) return account !== undefined;
      await store.setDeletion(tx, id, null);
      await addMail(tx, { event: 'cancelled', to: account.email, username: account.username });
      return false;
    });
  }

  /** Makes a due account anonymous and ends its sessions. Call it when the list of deletions has the account. */
  async function begin(id: number): Promise<void> {
    const identity = await createAnonymousIdentity(passwords);
    await inTransaction(db, async (tx) => {
      const now = clock.now();
      const account = await store.lockDue(tx, id, now);
      if (!account) return;
      await sessions.endAll(tx, id, { reason: 'account deleted' });
      await store.anonymise(tx, id, identity, now);
      await addMail(tx, { event: 'deleted', to: account.email, username: account.username });
    });
  }

  return {
    request,
    cancel,
    check,
    begin,
    repeat: (deletion: ListedDeletion) => repeatDeletion(db, deletion, { passwords, now: clock.now() }),
    listDue: (page: { after: number; limit: number }) => store.listDue(db, { ...page, now: clock.now() }),
    listDeleted: (page: { after: number; limit: number }) => store.listDeleted(db, page),
    markFinished: (id: number) => store.markFinished(db, id),
  };
}
