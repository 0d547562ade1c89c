import { type Agreement, agreementOf } from './agreement.ts';

/** A reading of the dictionary. */
export type Parse = { tag: Record<string, unknown>; lemma: string; score: number };

/** `weight` compares the choices of one word. */
export type Choice = {
  agreement: Agreement;
  isNoun: boolean;
  isPronoun: boolean;
  /** What somebody says of themselves: «тушу». */
  isFirstPerson: boolean;
  weight: number;
};

/** What a word can be in a sentence. */
export type Readings = {
  /** Its base forms, if there are several and one is a noun. */
  choices?: Map<string, Choice>;
  /** What an adjective agrees with; 0 for other words. */
  adjective: Agreement;
  /** The base form, if there is no other, however improbable. */
  onlyLemma?: string;
  isNoun: boolean;
  /** Base forms of names. */
  names: string[];
  /** Those of them that nothing else in this form has. */
  onlyNames: string[];
};

const adjectives = ['ADJF', 'PRTF'];
/** They agree with what stands before them. */
const declined = ['NOUN', 'NPRO', 'NUMR', ...adjectives];
/** Numerals too. */
const pronouns = ['NPRO', 'NUMR'];
/** What texts often have that is spelled like a form of a noun. */
const frequent = ['ADVB', 'COMP', 'CONJ', 'PREP', 'PRCL', 'PRED'];
const frequentWeight = 2;

/** The readings that are probable enough. */
export function readingsIn(parses: Parse[]): Omit<Readings, 'onlyLemma'> {
  const lemmas = new Set(parses.map(({ lemma }) => lemma));
  const hasChoice = lemmas.size > 1 && parses.some(({ tag }) => tag.POST === 'NOUN');
  const names = [...new Set(parses.filter(({ tag }) => isNameTag(tag)).map(({ lemma }) => lemma))];
  const isAdjective = parses.every(({ tag }) => isOneOf(adjectives, tag));
  return {
    ...(hasChoice && { choices: new Map([...lemmas].map((lemma) => [lemma, toChoice(parses, lemma)])) }),
    isNoun: parses.every(({ tag }) => tag.POST === 'NOUN'),
    adjective: isAdjective ? parses.reduce((all, { tag }) => all | agreementOf(tag), 0) : 0,
    names,
    onlyNames: names.filter((name) => parses.every(({ tag, lemma }) => lemma !== name || isNameTag(tag))),
  };
}

function toChoice(parses: Parse[], lemma: string): Choice {
  // The dictionary counted how often a word had each reading; where it did not, each has 1.
  const isCounted = parses.some(({ score }) => score < 1);
  const own = parses.filter((parse) => parse.lemma === lemma);
  const isFrequent = own.some(
    ({ tag }) => isOneOf(frequent, tag) || (tag.POST === 'VERB' && tag.past !== undefined),
  );
  const count = own.reduce((sum, { score }) => sum + score, 0);
  return {
    agreement: own.reduce((all, { tag }) => all | (isOneOf(declined, tag) ? agreementOf(tag) : 0), 0),
    isNoun: own.some(({ tag }) => tag.POST === 'NOUN'),
    isPronoun: own.some(({ tag }) => isOneOf(pronouns, tag) || tag.Apro !== undefined),
    isFirstPerson: own.every(({ tag }) => tag['1per'] !== undefined),
    weight: isCounted ? count : isFrequent ? frequentWeight : 1,
  };
}

const isOneOf = (kinds: string[], tag: Record<string, unknown>): boolean => kinds.includes(String(tag.POST));

const nameMarks = ['Surn', 'Name', 'Patr', 'Geox', 'Orgn', 'Trad'];
export const isNameTag = (tag: Record<string, unknown>): boolean =>
  nameMarks.some((mark) => tag[mark] !== undefined);
