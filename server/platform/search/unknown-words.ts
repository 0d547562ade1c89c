import type { Morphology } from './morphology.ts';
import { newWords } from './new-words.ts';
import { beginsSpelled, isSpelled } from './spelling.ts';
import { stemOf } from './stem.ts';
import { list } from './word-parts.ts';

const listed = new Set(newWords);
/** Their stems, for all their forms. */
const newStems = new Set(newWords.map(stemOf));

/** Parts of words that any noun or adjective can follow. */
const firstParts = list(`
  авиа авто агро аква анти аудио аэро био вело вибро видео вице гео гидро гипер евро звуко зоо кибер кино контр космо крио магнито
  макро медиа мега метео микро мини моно мото мульти нано нейро нео онко пневмо полу псевдо психо
  радио сверх сейсмо смарт спец спорт стерео суб супер теле термо техно транс турбо ультра фото экзо эко экс экстра электро энерго
`);
/** Whether this is a new word as it is listed, and no part that others begin with: «шаурм» is rather an unfinished «шаурма». */
export const isNewWord = (word: string): boolean => listed.has(word) && !firstParts.includes(word);

const maxDerived = 10;
const derivingSuffixes =
  /^(?:ер|инг|ист|щик|щица|чик|ник|ница|ик|ка|ша|иня|ный|овый|ский|ство|изм|ация|аж|ность|ить|ать|нуть|овать)+$/u;
/** The listed words that suffixes make of this one, such as «трейдер» of «трейд». */
export const derivedNewWords = (word: string): string[] =>
  newWords
    .filter((other) => other.startsWith(word) && derivingSuffixes.test(other.slice(word.length)))
    .slice(0, maxDerived);

const suffixes = list('изация ирование ировать истка истский инг изм');
const baseEndings = [
  '',
  'а',
  'о',
  'я',
  'ь',
  'ка',
  'инг',
  'ать',
  'ить',
  'овать',
  'ировать',
  'ный',
  'ый',
  'ий',
];
const minPartLength = 4;
const minBeginningLength = 5;

/** A base in a vowel is that of an adjective: «англиский». */
const surnameEnding =
  /(?:(?:ов|ев|ин|ын)(?:а|у|ы|е|ой|ым|ых)?|(?<=[^аеиоуыэюя])(?:с|ц)к(?:ий|ая|ого|ому|им|их|ой|ую)|енко)$/u;
const surnameBases = ['', 'а', 'я', 'о', 'ь', 'й'];

/** Whether a word that the dictionary does not have is one: new, or made of known parts. Such words are not corrected. */
export function isMadeOfWords(
  word: string,
  { isKnown, isName }: Pick<Morphology, 'isKnown' | 'isName'>,
): boolean {
  const isPart = (part: string) => part.length >= minPartLength && isKnown(part) && !isName(part);
  return (
    newStems.has(stemOf(word)) ||
    isSpelled(word, { isKnown }) ||
    (word.length >= minBeginningLength && beginsSpelled(word)) ||
    firstParts.some((part) => word.startsWith(part) && isPart(word.slice(part.length))) ||
    suffixes.some((suffix) => {
      const base = word.slice(0, -suffix.length);
      return (
        word.endsWith(suffix) &&
        base.length >= minPartLength &&
        baseEndings.some((ending) => isPart(base + ending))
      );
    })
  );
}

/** Whether a word that the dictionary does not have is a surname made of a word; only one error in it is corrected. */
export function isSurname(
  word: string,
  { isKnown, isName }: Pick<Morphology, 'isKnown' | 'isName'>,
): boolean {
  const base = word.replace(surnameEnding, '');
  return (
    base !== word &&
    base.length >= minPartLength &&
    surnameBases.some((ending) => isKnown(base + ending) && !isName(base + ending))
  );
}

const minSurnameBase = 3;

/** Whether a word ends as surnames do; «Нева» is too short. */
export const endsLikeSurname = (word: string): boolean =>
  surnameEnding.test(word) && word.replace(surnameEnding, '').length >= minSurnameBase;
