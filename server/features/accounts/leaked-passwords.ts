import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordMinLength } from '#contract/auth.ts';

/**
 * Passwords that occur often in leaked databases, and that the other rules accept: 15,000 of the 49,000 in the list. It is
 * part of the package, so a password is compared without a request to anybody (docs/decisions/0080).
 */
const leakedPasswords = new Set(
  dictionary['passwords-common'].filter(
    (password) => password.length >= passwordMinLength && !/^\d+$/.test(password),
  ),
);

/** The list is in lower case: changing the case does not make a password less common. */
export const isLeakedPassword = (password: string): boolean => leakedPasswords.has(password.toLowerCase());
