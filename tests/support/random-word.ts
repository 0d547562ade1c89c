import { randomBytes } from 'node:crypto';

/** A random word of letters, for texts that a test searches: digits would make several words of it. */
export const randomWord = (length: number): string =>
  Array.from(randomBytes(length), (byte) => String.fromCharCode(0x61 + (byte % 26))).join('');
