import { domainToASCII, domainToUnicode } from 'node:url';
import { hasMixedAlphabets, identityKey } from './account.ts';

/** Domains with two spellings: «почта.рф» and `xn--80a1acny.xn--p1ai`. */
const hasTwoSpellings = /[\u0080-\uffff]|xn--/;

function spellingsOf(email: string): { typed: string; unicode: string; ascii: string } {
  const typed = identityKey(email);
  const domainAt = typed.lastIndexOf('@') + 1;
  const [name, domain] = [typed.slice(0, domainAt), typed.slice(domainAt)];
  // Empty for an invalid domain.
  const ascii = domainAt > 0 && hasTwoSpellings.test(domain) ? domainToASCII(domain) : '';
  if (ascii === '') return { typed, unicode: typed, ascii: typed };
  return { typed, unicode: name + domainToUnicode(ascii), ascii: name + ascii };
}

/** The normal form of an address, the same for both spellings of its domain. */
export const emailKey = (email: string): string => spellingsOf(email).unicode;

/** The forms that accounts with this address are stored under, first as typed: older accounts have the spelling that was typed. */
export function emailKeys(email: string): string[] {
  const { typed, unicode, ascii } = spellingsOf(email);
  return [...new Set([typed, unicode, ascii])];
}

/** The normal form of the mailbox that an address belongs to: `anna+shop@…` is delivered to `anna@…`. */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@');
  return `${key.slice(0, at).split('+', 1)[0]}${key.slice(at)}`;
}

/** Whether a part of the domain has letters of two alphabets, as in «gmail.сom» with a Cyrillic «с». */
export const hasMixedDomain = (email: string): boolean => {
  const key = emailKey(email);
  return key
    .slice(key.lastIndexOf('@') + 1)
    .split('.')
    .some(hasMixedAlphabets);
};

/** Whether only mail servers with SMTPUTF8 deliver to this address. Domains have a spelling for all servers. */
export const hasUnicodeName = (email: string): boolean =>
  /[\u0080-\uffff]/.test(email.slice(0, email.lastIndexOf('@')));
