const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,./";
const cyrillicKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю.';

const toCyrillic = new Map([...latinKeys].map((key, index) => [key, cyrillicKeys[index] ?? key]));
const toLatin = new Map([...cyrillicKeys].map((key, index) => [key, latinKeys[index] ?? key]));
/** Keys that type a letter only together with Shift, or in one layout only. */
for (const [latin, cyrillic] of [
  ['{', 'х'],
  ['}', 'ъ'],
  [':', 'ж'],
  ['"', 'э'],
  ['<', 'б'],
  ['>', 'ю'],
  ['~', 'ё'],
] as const)
  toCyrillic.set(latin, cyrillic);

/** «Хаха» is not `[f[f`. */
const latinWords = /^[a-z\d]+(?:[^a-z\d[\];`][a-z\d]+)*$/u;

/**
 * What the same keys type in the other layout: Russian for Latin letters and the reverse. Undefined for text with letters
 * of both, or of none, and where Latin letters would be marks that no word has.
 */
export function switchLayout(text: string): string | undefined {
  const lower = text.toLowerCase();
  const [hasCyrillic, hasLatin] = [/[а-яё]/u.test(lower), /[a-z]/u.test(lower)];
  if (hasCyrillic === hasLatin) return undefined;
  const table = hasLatin ? toCyrillic : toLatin;
  const switched = [...lower].map((letter) => table.get(letter) ?? letter).join('');
  return hasLatin || latinWords.test(switched) ? switched : undefined;
}
