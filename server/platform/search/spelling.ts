import { foldCase } from './fold-case.ts';
import type { Morphology } from './morphology.ts';
import { stemOf } from './stem.ts';

const minStemLength = 3;
/** Longer words that begin with the same stem are others. */
const maxEndingLength = 4;
/** «Малоко» is rather a typing error than the beginning of «малокомплектный». */
const maxMissingLength = 3;

/** Lines of `base form/flags`. One text takes a tenth of the memory of as many words, and is read in about a millisecond. */
let dictionary = '';
let loaded: Promise<void> | undefined;

/** Loads a spelling dictionary once, about 10 MB. */
export const loadSpelling = (): Promise<void> => (loaded ??= load());

async function load(): Promise<void> {
  const { default: files } = await import('dictionary-ru');
  dictionary = foldCase(Buffer.from(files.dic).toString());
}

/**
 * Whether the spelling dictionary has this word, or a base form of it that the morphology does not know: forms of words that the
 * morphology knows are known to it, and what only looks like one has a typing error.
 */
export function isSpelled(word: string, { isKnown }: Pick<Morphology, 'isKnown'>): boolean {
  const stem = stemOf(word);
  if (stem.length < minStemLength) return false;
  for (let at = dictionary.indexOf(`\n${stem}`); at >= 0; at = dictionary.indexOf(`\n${stem}`, at + 1)) {
    const [base = ''] = dictionary.slice(at + 1, dictionary.indexOf('\n', at + 1)).split('/', 1);
    if (base === word) return true;
    if (base.length <= stem.length + maxEndingLength && stemOf(base) === stem && !isKnown(base)) return true;
  }
  return false;
}

/** Whether this is a base form of the spelling dictionary without its last letters: a reader may still type, or know no more. */
export function beginsSpelled(start: string): boolean {
  for (let at = dictionary.indexOf(`\n${start}`); at >= 0; at = dictionary.indexOf(`\n${start}`, at + 1)) {
    const [base = ''] = dictionary.slice(at + 1, dictionary.indexOf('\n', at + 1)).split('/', 1);
    if (base.length <= start.length + maxMissingLength) return true;
  }
  return false;
}
