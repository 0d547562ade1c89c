import { lemmaLexeme, lettersLexeme, namesakeLexeme, quoteLexeme, titleLexeme } from './document.ts';
import { nearestOf } from './kinship.ts';
import type { Morphology } from './morphology.ts';
import { bareSurname } from './names.ts';
import { familyOf } from './roots.ts';
import { stemOf } from './stem.ts';
import { type Family, isCommonWord } from './word-families.ts';

/** The words of the published posts. */
export type Vocabulary = {
  /** Those of these words that occur in a post, themselves or in another form. */
  findKnown(words: string[], lemmas: string[]): Promise<{ words: Set<string>; lemmas: Set<string> }>;
  hasPrefix(prefix: string): Promise<boolean>;
  /** Base forms of the words of these families. */
  findRelated(families: Family[]): Promise<{ base: string[]; root: string[] }>;
  /** Words of readable posts that may be this one with typing errors; more than are. */
  findSimilar(word: string): Promise<string[]>;
};

/** What a text has in common with a word of a query. */
export type Marks = { words: string[]; lemmas: string[]; prefixes: string[] };

/** A word of a query, or a phrase: the texts of queries for tsvector, from the most to the least exact. */
export type Term = {
  exact: string;
  forms: string;
  derived: string;
  related: string;
  /** Posts that match by their forms, with such a form in the title. */
  titles: string;
  marks: { forms: Marks; related: Marks };
};

export type SearchDeps = {
  morphology: Morphology;
  vocabulary: Vocabulary;
  /** Whether the query has more than one word. */
  hasOtherWords?: boolean;
};

const maxRelated = 30;

export async function wordTerm(word: string, beginsWord: boolean, deps: SearchDeps): Promise<Term> {
  const { morphology, vocabulary } = deps;
  const lemmas = meantLemmas(word, deps);
  const families = morphology.isKnown(word)
    ? lemmas.flatMap((lemma) => familyOf(lemma, morphology) ?? [])
    : [];
  const relatives = families.length > 0 ? await vocabulary.findRelated(families) : { base: [], root: [] };
  const others = [...relatives.base, ...relatives.root].filter((lemma) => !lemmas.includes(lemma));
  const near = new Set(nearestOf(lemmas[0] ?? word, others));
  const derived = relatives.base.filter((lemma) => near.has(lemma));
  const related = [...derived, ...relatives.root.filter((lemma) => near.has(lemma)).slice(0, maxRelated)];
  const prefix = (lexeme: string) => (beginsWord ? [`${quoteLexeme(lexeme)}:*`] : []);
  const forms = [...formsOf(word, deps), ...prefix(word)];
  const quoted = (words: string[]) => words.map((lemma) => quoteLexeme(lemmaLexeme(lemma)));
  const marks = { words: [word], lemmas, prefixes: beginsWord ? [word] : [] };
  return {
    exact: quoteLexeme(word),
    forms: either(forms),
    derived: either([...forms, ...quoted(derived)]),
    related: either([...forms, ...quoted(related)]),
    titles: either([
      // A base form in the title is in the text of the vector too, so it is not looked up twice.
      ...lemmas.map((lemma) => quoteLexeme(titleLexeme(lemma))),
      ...prefix(titleLexeme(word)).map((title) => `(${title} & ${either(forms)})`),
    ]),
    marks: { forms: marks, related: { ...marks, lemmas: [...lemmas, ...related] } },
  };
}

/**
 * Who types only a base form means it: «кружка» is also a form of «кружок», and «из молока» is not «молока». But «мая» is rather a form of
 * «май» than a name.
 */
function meantLemmas(word: string, { morphology, hasOtherWords }: SearchDeps): string[] {
  const lemmas = morphology.lemmasOf(word);
  const isBase = hasOtherWords ? lemmas[0] === word : lemmas.includes(word);
  const isName = !bareSurname.test(word) && morphology.readingsOf(word).onlyNames.includes(word);
  return isBase && !(isName && lemmas.some(isCommonWord)) ? [word] : lemmas;
}

function formsOf(word: string, deps: SearchDeps): string[] {
  const lemmas = meantLemmas(word, deps);
  return [
    // Texts with the letters of a base form have its lexeme, and those letters are in many more texts than their mark.
    lemmas.includes(word) ? lettersLexeme(word) : word,
    ...lemmas.flatMap((lemma) => [lemmaLexeme(lemma), namesakeLexeme(lemma)]),
    ...surnameLexemes(word, deps.morphology),
  ].map(quoteLexeme);
}

/** A surname that is also a form of a word, such as «Лопухов», has other base forms than its own forms. */
function surnameLexemes(word: string, morphology: Morphology): string[] {
  const surname = surnameOf(word, morphology);
  if (surname !== undefined) return [surname];
  return bareSurname.test(word) ? [lemmaLexeme(word)] : [];
}

/** The surname of which an unknown word may be a form. */
export function surnameOf(word: string, { isKnown }: Morphology): string | undefined {
  const stem = stemOf(word);
  return stem !== word && bareSurname.test(stem) && !isKnown(word) ? stem : undefined;
}

/** `wi-fi` and `wifi`, `миг-29` and `миг29`; the parts need not stand together in this spelling. */
export function compoundTerm(words: string[], joined: string[], deps: SearchDeps): Term {
  const { morphology } = deps;
  const exact = either([sequence(words.map(quoteLexeme)), ...joined.map(quoteLexeme)]);
  const parts = words.map((word) => either(formsOf(word, deps)));
  const forms = either([sequence(parts), ...joined.flatMap((word) => formsOf(word, deps))]);
  const all = [...words, ...joined];
  const lemmas = all.flatMap((word) => meantLemmas(word, deps));
  const marks = { words: all, lemmas, prefixes: [] };
  const titles = either([titlesOf(words, morphology), ...joined.map((word) => titleOf(word, morphology))]);
  return {
    exact,
    forms,
    derived: forms,
    related: forms,
    titles: `(${titles} & ${forms})`,
    marks: { forms: marks, related: marks },
  };
}

export function phraseTerm(words: string[], { morphology }: SearchDeps): Term {
  const exact = sequence(words.map(quoteLexeme));
  const marks = { words, lemmas: [], prefixes: [] };
  return {
    exact,
    forms: exact,
    derived: exact,
    related: exact,
    titles: `(${titlesOf(words, morphology)} & ${exact})`,
    marks: { forms: marks, related: marks },
  };
}

const titlesOf = (words: string[], morphology: Morphology): string =>
  `(${words.map((word) => titleOf(word, morphology)).join(' & ')})`;

const titleOf = (word: string, { lemmasOf }: Morphology): string =>
  either(lemmasOf(word).map((lemma) => quoteLexeme(titleLexeme(lemma))));

export const anyOf = (terms: Term[]): Term => ({
  exact: either(terms.map(({ exact }) => exact)),
  forms: either(terms.map(({ forms }) => forms)),
  derived: either(terms.map(({ derived }) => derived)),
  related: either(terms.map(({ related }) => related)),
  titles: either(terms.map(({ titles }) => titles)),
  marks: {
    forms: joinMarks(terms.map(({ marks }) => marks.forms)),
    related: joinMarks(terms.map(({ marks }) => marks.related)),
  },
});

export const joinMarks = (marks: Marks[]): Marks => ({
  words: marks.flatMap(({ words }) => words),
  lemmas: marks.flatMap(({ lemmas }) => lemmas),
  prefixes: marks.flatMap(({ prefixes }) => prefixes),
});

const either = (queries: string[]): string => `(${[...new Set(queries)].join(' | ')})`;
const sequence = (queries: string[]): string => `(${queries.join(' <-> ')})`;
