export type PasswordStrength = 'weak' | 'fair' | 'good' | 'excellent';

/** The minimum of bits for each rating, for an attacker who knows common patterns. */
const thresholdBits = { fair: 24, good: 36, excellent: 56 };

/** Bits per letter of a word, per random character, and per pattern. */
const wordLetterBits = 2.6;
const digitBits = 3.3;
const symbolBits = 5;
const mixedLetterBits = 5.5;
const patternBits = 4;
/** Shorter runs of letters are rated as random characters. */
const minWordLength = 3;
const minSequenceLength = 4;

const sequences = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
  '1q2w3e4r5t6y7u8i9o0p',
  '1й2ц3у4к5е6н7г8ш9щ0з',
];
const commonWords =
  /pass(word|phrase)?|parol|пароль|admin|админ|login|user|welcome|letmein|hello|привет|love|любовь|люблю|secret|секрет|master|dragon|monkey|football|спартак|москва|россия|наташа|natasha|sunshine|princess|iloveyou/gu;

/**
 * Rates a password by the guesses that it resists, not by its kinds of characters: `Password1` is a common word and a
 * digit, and therefore weak.
 */
export function ratePassword(password: string): PasswordStrength {
  const bits = estimateBits(password);
  if (bits >= thresholdBits.excellent) return 'excellent';
  if (bits >= thresholdBits.good) return 'good';
  return bits >= thresholdBits.fair ? 'fair' : 'weak';
}

function estimateBits(password: string): number {
  let patterns = 0;
  const countPattern = (text: string, pattern: RegExp) =>
    text.replace(pattern, () => {
      patterns += 1;
      return ' ';
    });
  let rest = withoutSequences(password.slice(0, 256), () => {
    patterns += 1;
  });
  rest = countPattern(rest, /(.)\1{2,}/gu);
  rest = countPattern(rest, /(?:19|20)\d\d/g);
  const plain = replaceSubstitutes(rest);
  const withoutCommonWords = plain.replace(commonWords, (word) => {
    patterns += 1;
    return ' '.repeat(word.length);
  });
  const remaining = rest.split('').filter((_, index) => withoutCommonWords[index] === plain[index]);
  return patterns * patternBits + bitsOfRest(remaining.join(''));
}

/** Lower case, with letters instead of substitutes such as `@`, `0`, `$`. The length does not change. */
function replaceSubstitutes(text: string): string {
  const letters: Record<string, string> = {
    '@': 'a',
    '4': 'a',
    '0': 'o',
    '3': 'e',
    '1': 'i',
    $: 's',
    '5': 's',
  };
  return text
    .split('')
    .map((letter) => letters[letter] ?? lowerCase(letter))
    .join('');
}

function lowerCase(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? lower : letter;
}

function bitsOfRest(text: string): number {
  let bits = 0;
  for (const [run] of text.matchAll(/\p{L}+|\p{N}+|[^\p{L}\p{N}]+/gu)) {
    if (/^\p{L}/u.test(run)) bits += run.length * letterBits(run);
    else if (/^\p{N}/u.test(run)) bits += run.length * digitBits;
    else bits += new Set(run.trim()).size * symbolBits;
  }
  return bits;
}

/** A word is lower case, capitalized or upper case; anything else counts as random. */
function letterBits(run: string): number {
  const isWord = run.length >= minWordLength && /^.\p{Ll}*$|^\p{Lu}+$/u.test(run);
  return isWord ? wordLetterBits : mixedLetterBits;
}

/** Removes runs along the alphabet or the keyboard, in either direction. */
function withoutSequences(password: string, onSequence: () => void): string {
  const lower = password.split('').map(lowerCase).join('');
  let result = '';
  let index = 0;
  while (index < password.length) {
    const length = sequenceLength(lower.slice(index));
    if (length >= minSequenceLength) {
      onSequence();
      result += ' ';
      index += length;
    } else {
      result += password.charAt(index);
      index += 1;
    }
  }
  return result;
}

function sequenceLength(text: string): number {
  let longest = 0;
  for (const sequence of sequences) {
    for (const direction of [sequence, [...sequence].reverse().join('')]) {
      let length = 0;
      while (length < text.length && direction.includes(text.slice(0, length + 1))) length += 1;
      longest = Math.max(longest, length);
    }
  }
  return longest;
}
