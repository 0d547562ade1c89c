import { randomUUID } from 'node:crypto';
import type { RestrictionKind } from '#contract/permissions.ts';
import type { Db } from '#server/platform/db/database.ts';
import { invalidFields } from '#server/platform/errors.ts';
import { markTrapped, setActive } from './account-moderation-store.ts';
import { insertAccount, type NewAccount } from './account-store.ts';
import { createAnonymousIdentity } from './deletion-repetition-service.ts';
import { anonymise, markFinished, setDeletion } from './deletion-store.ts';
import type { Passwords } from './passwords.ts';
import { setRestriction } from './standing-store.ts';

/** An account of another site of this kind, without its secrets. */
type CopiedAccount = NewAccount & {
  createdAt: Date;
  isActive: boolean;
  /** Whether its texts wait until a moderator has published one. */
  isTrapped: boolean;
  restrictions: Array<{ kind: RestrictionKind; until: Date | null }>;
  /** A deletion that its owner has requested. */
  deletion: { dueAt: Date; texts: 'keep' | 'remove' } | null;
};

/** Creates accounts as they were on another site. Nobody is told. */
export function createAccountCopies({ passwords }: { passwords: Pick<Passwords, 'hash'> }) {
  /** Names that older rules allowed stay. 400 under the field that is taken. */
  async function createCopy(tx: Db, { createdAt, ...account }: CopiedAccount): Promise<number> {
    const id = await insertAccount(tx, account, createdAt);
    if (id === 'username') throw invalidFields({ username: 'auth.usernameTaken' });
    if (id === 'email') throw invalidFields({ email: 'auth.emailTaken' });
    if (!account.isActive) await setActive(tx, id, false);
    if (account.isTrapped) await markTrapped(tx, id);
    for (const { kind, until } of account.restrictions) await setRestriction(tx, id, kind, until);
    if (account.deletion) await setDeletion(tx, id, account.deletion);
    return id;
  }

  /** The place of an account that its owner has deleted. */
  async function createDeletedCopy(
    tx: Db,
    { createdAt, deletedAt }: { createdAt: Date; deletedAt: Date },
  ): Promise<number> {
    const identity = await createAnonymousIdentity(passwords);
    const account = { ...identity, username: randomUUID(), restrictions: [], deletion: null };
    const id = await createCopy(tx, { ...account, createdAt, isActive: false, isTrapped: false });
    await setDeletion(tx, id, { dueAt: deletedAt, texts: 'keep' });
    await anonymise(tx, id, identity, deletedAt);
    await markFinished(tx, id);
    return id;
  }

  return { createCopy, createDeletedCopy };
}
