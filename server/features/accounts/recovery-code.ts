import { randomInt } from 'node:crypto';
import { sha256 } from '#server/platform/crypto.ts';

export const recoveryCodeCount = 10;
/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 16 of 31 characters are 79 random bits: too many to guess, so a fast hash protects them at rest. */
const codeLength = 16;

/** A new code in groups, such as `k3xw-9fqa-7mtr-h2vd`. */
export function createRecoveryCode(): string {
  const characters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return characters.replace(/(.{4})(?=.)/g, '$1-');
}

/** A code as the owner types it: case, spaces and dashes do not count. */
export const normaliseCode = (code: string): string => code.toLowerCase().replace(/[\s\-–—]/g, '');

export const hashRecoveryCode = (code: string): Buffer => sha256(`recovery code ${normaliseCode(code)}`);
