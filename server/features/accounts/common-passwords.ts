import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordMinLength } from '#contract/auth.ts';

/** The 3,000 most common passwords that pass the other rules (OWASP ASVS asks for at least 3,000). */
const commonPasswordCount = 3_000;

const commonPasswords = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= passwordMinLength && !/^\d+$/.test(password))
    .slice(0, commonPasswordCount),
);

/** The list is in lower case: changing the case does not make a password less common. */
export const isCommonPassword = (password: string): boolean => commonPasswords.has(password.toLowerCase());
