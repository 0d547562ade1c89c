import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** Passwords of the cluster's roles, and a secret that makes the name of the socket folder unpredictable. */
export type ServerSecrets = { superuser: string; migrator: string; app: string; socket: string };

/** Reads the secrets. Creates them only when no cluster exists yet that would depend on lost ones. */
export async function loadSecrets(file: string, hasCluster: boolean): Promise<ServerSecrets> {
  if (existsSync(file)) return parse(file, await readFile(file, 'utf8'));
  if (hasCluster) throw secretsLost(file, 'is missing');
  const word = () => randomBytes(24).toString('base64url');
  const secrets = { superuser: word(), migrator: word(), app: word(), socket: word() };
  await writeDurably(file, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

function parse(file: string, text: string): ServerSecrets {
  try {
    const { superuser, migrator, app, socket } = JSON.parse(text) as Record<string, unknown>;
    const words = [superuser, migrator, app, socket];
    if (words.every((word) => typeof word === 'string' && word !== '')) {
      return { superuser, migrator, app, socket } as ServerSecrets;
    }
  } catch {
    // Not JSON: the same error as for a missing secret.
  }
  throw secretsLost(file, 'is damaged');
}

function secretsLost(file: string, what: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'secrets-lost',
    `${file} ${what}, and the database beside it opens only with the passwords in it; restore the file from the same backup`,
  );
}

async function writeDurably(file: string, text: string): Promise<void> {
  const unfinished = `${file}.unfinished`;
  const handle = await open(unfinished, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
}
