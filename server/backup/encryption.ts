import { Decrypter, Encrypter } from 'age-encryption';
import { backup as texts } from '#locales/ru/backup.ts';
import { BackupError } from './backup-error.ts';

/** Throws BackupError unless this is a public key of age. */
export function requireRecipient(recipient: string): void {
  try {
    new Encrypter().addRecipient(recipient);
  } catch {
    throw new BackupError(texts.badRecipient);
  }
}

export async function encrypt(content: Uint8Array, recipient: string): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter.encrypt(content);
}

export async function decrypt(content: Uint8Array, identity: string): Promise<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return decrypter.decrypt(content);
}
