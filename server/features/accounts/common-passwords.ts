import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordMinLength } from '#contract/auth.ts';

/** So many of the most common passwords, of those that the other rules would let pass (trust A2). */
const refusedPasswords = 3_000;

const common = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= passwordMinLength && !/^\d+$/.test(password))
    .slice(0, refusedPasswords),
);

/** The list is in lower case; a capital letter makes nothing of it less common. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase());
