import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createRandomSecret, loadOrCreateSecret, requireLongSecret } from './crypto.ts';
import { ignoreMissing } from './ignore-missing.ts';

/**
 * A replaced secret: what was signed with it is accepted for a while, or, without `acceptedUntil`, until it is removed from
 * the settings. Nothing is signed with it.
 */
export type PreviousSecret = { secret: string; acceptedUntil?: Date };

/** How long access tokens of a replaced secret are accepted: long enough for a restart at a convenient hour. */
export const graceMs = 24 * 3_600_000;

/** The file with the secret that signs access tokens. */
export const jwtSecretPath = (dataDir: string): string => join(dataDir, 'secrets', 'jwt');

const previousPath = (path: string): string => `${path}.previous`;

/** The secret that a file replaced; undefined without one and after its grace period. */
export async function readPreviousSecret(path: string, now: Date): Promise<PreviousSecret | undefined> {
  const text = await ignoreMissing(readFile(previousPath(path), 'utf8'));
  const [secret = '', time = ''] = text?.split('\n') ?? [];
  const acceptedUntil = new Date(time);
  // An unreadable time is not later than any other.
  if (!(acceptedUntil > now)) return undefined;
  return { secret: requireLongSecret(previousPath(path), secret), acceptedUntil };
}

/**
 * Replaces the secret in a file by a new one. A kill at any time leaves a file with one of both. `acceptedUntil`: until
 * when the old one is accepted beside it; without it the old one is worthless as soon as the site has restarted.
 */
export async function rotateSecret(path: string, { acceptedUntil }: { acceptedUntil: Date | undefined }) {
  const secret = await loadOrCreateSecret(path);
  if (acceptedUntil)
    await replaceFile(path, previousPath(path), `${secret}\n${acceptedUntil.toISOString()}\n`);
  else await rm(previousPath(path), { force: true });
  await replaceFile(path, path, `${createRandomSecret()}\n`);
}

/** The new file belongs to the owner of `model`: the command may run as root, and the site must be able to read it. */
async function replaceFile(model: string, path: string, text: string): Promise<void> {
  const { uid, gid } = await stat(model);
  const unfinished = `${path}.${randomUUID()}`;
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.chown(uid, gid);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
