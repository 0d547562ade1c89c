import { setImmediate as letOthersRun } from 'node:timers/promises';
import { readContext } from './context.ts';
import { plainSpelling } from './fold-case.ts';
import { namesakesOf } from './kinship.ts';
import { type Morphology, stemMark } from './morphology.ts';
import { capitalizedIn, lemmasOfName, namesIn, withoutNames } from './names.ts';
import { familyOf } from './roots.ts';
import { wordsOf } from './words.ts';

/** Posts and words that an older version has analysed are analysed again. */
export const analysisVersion = 12;

export type SearchDocument = { id: number; title: string; headings: string[]; text: string; author: string };
export type VocabularyWord = { word: string; lemma: string; base: string; root: string };

/** Marks that separate the kinds of lexemes; no word contains them. */
export const lemmaLexeme = (lemma: string): string => `=${lemma}`;
/** A base form that only its own forms find (`namesakesOf`). */
export const namesakeLexeme = (lemma: string): string => `?${lemma}`;
/** The letters of a base form that the text has in another sense: «кружка» in «из кружка». Only they find it. */
export const lettersLexeme = (word: string): string => `!${word}`;
/** A base form in the title: an index of lexemes does not know their weights. */
export const titleLexeme = (lemma: string): string => `^${lemma}`;
/** Blocks of ids let a search read the newest posts only. */
const idsPerBlock = 16_384;
export const blockOf = (id: number): number => Math.floor(id / idsPerBlock);
export const firstIdOf = (block: number): number => block * idsPerBlock;
export const blockLexeme = (block: number): string => `#${block}`;

export const maxWordLength = 60;
/** Of a longer text the rest is not searched. */
const maxTextLength = 100_000;
/** The limits of PostgreSQL: of a position, of their number, and, with a reserve, of the size of a vector. */
const maxPosition = 16_383;
const maxPositionsPerLexeme = 250;
const maxVectorBytes = 800_000;
/** Words of two parts are not close to each other. */
const gap = 20;
/** Of unknown words; the event loop serves others in between. */
const wordsPerTurn = 200;

type Weight = 'A' | 'B' | 'C' | 'D';
type Lexemes = { positions: Map<string, string[]>; bytes: number };

/**
 * The lexemes of a document as the text of a tsvector, and its words. Weights: A the title, B the headings, C the author,
 * D the text.
 */
export async function analyseDocument(
  { id, title, headings, text, author }: SearchDocument,
  morphology: Morphology,
): Promise<{ vector: string; words: string[] }> {
  const lexemes: Lexemes = { positions: new Map([[blockLexeme(blockOf(id)), []]]), bytes: 0 };
  const forms = new Set<string>();
  const lemmas = new Set<string>();
  let start = 0;
  let analysed = 0;
  const parts: Array<[string, Weight]> = [
    [plainSpelling(title), 'A'],
    [plainSpelling(headings.join('\n')), 'B'],
    [plainSpelling(author), 'C'],
    [plainSpelling(text.slice(0, maxTextLength)), 'D'],
  ];
  const written = parts.filter(([, weight]) => weight !== 'C').map(([part]) => part);
  const names = new Set(written.flatMap((part) => [...namesIn(part)]));
  const { excluded, isOtherSense } = await readContext(written.join('\n.\n'), morphology);
  for (const [part, weight] of parts) {
    const words = wordsOf(part).filter(({ text: word }) => word.length <= maxWordLength);
    const capitalized = capitalizedIn(part);
    const isNameIn = (word: string): boolean => capitalized.has(word) && (weight === 'C' || names.has(word));
    for (const { text: word, position } of words) {
      forms.add(word);
      const place = `${Math.min(maxPosition, start + position)}${weight}`;
      addPosition(lexemes, word, place);
      const isName = isNameIn(word);
      const possible = morphology.lemmasOf(word);
      const named = isName ? lemmasOfName(word, morphology) : possible;
      const kept = named.filter((lemma) => weight === 'C' || !excluded.get(word)?.has(lemma));
      // «До Крюков» is a name that the context does not expect.
      const fitting = kept.length > 0 ? kept : named;
      const isSmall = weight !== 'C' && !capitalized.has(word);
      const readings = isSmall ? withoutNames(word, fitting, morphology) : fitting;
      if (possible.includes(word) && !readings.includes(word))
        addPosition(lexemes, lettersLexeme(word), place);
      const namesakes = namesakesOf(word, readings, isName, morphology);
      for (const lemma of readings) {
        const isNamesake = namesakes.has(lemma);
        if (!isNamesake && !lemma.startsWith(stemMark)) lemmas.add(lemma);
        const hasRelatives = !isNamesake && !isOtherSense(lemma);
        addPosition(lexemes, hasRelatives ? lemmaLexeme(lemma) : namesakeLexeme(lemma), place);
        if (weight === 'A') lexemes.positions.set(titleLexeme(lemma), []);
      }
      analysed += 1;
      if (analysed % wordsPerTurn === 0) await letOthersRun();
    }
    start += (words.at(-1)?.position ?? 0) + gap;
  }
  return { vector: toVector(lexemes), words: [...new Set([...forms, ...lemmas])] };
}

function addPosition(lexemes: Lexemes, lexeme: string, place: string): void {
  const positions = lexemes.positions.get(lexeme);
  const size = positions ? 2 : 2 * lexeme.length + 8;
  if (lexemes.bytes + size > maxVectorBytes) return;
  if (positions && positions.length >= maxPositionsPerLexeme) return;
  lexemes.bytes += size;
  if (positions) positions.push(place);
  else lexemes.positions.set(lexeme, [place]);
}

const toVector = ({ positions }: Lexemes): string =>
  [...positions]
    .map(([lexeme, places]) =>
      places.length === 0 ? quoteLexeme(lexeme) : `${quoteLexeme(lexeme)}:${places.join(',')}`,
    )
    .join(' ');

/** For the texts of tsvector and tsquery. */
export const quoteLexeme = (lexeme: string): string => `'${lexeme.replace(/['\\]/gu, '$&$&')}'`;

/** The words with their families. A guessed base form may be longer than its word: those that are too long are left out. */
export async function describeWords(words: string[], morphology: Morphology): Promise<VocabularyWord[]> {
  const described: VocabularyWord[] = [];
  for (const [index, word] of words.entries()) {
    const family = describeWord(word, morphology);
    if (Object.values(family).every((part) => part.length <= maxWordLength)) described.push(family);
    if (index % wordsPerTurn === wordsPerTurn - 1) await letOthersRun();
  }
  return described;
}

export function describeWord(word: string, morphology: Morphology): VocabularyWord {
  const lemmas = morphology.lemmasOf(word);
  const lemma = lemmas.includes(word) ? word : (lemmas[0] ?? word);
  const family = morphology.isKnown(word) ? familyOf(lemma, morphology) : undefined;
  return { word, lemma, base: family?.base ?? '', root: family?.root ?? '' };
}
