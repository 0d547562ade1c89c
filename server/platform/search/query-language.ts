import { plainSpelling } from './fold-case.ts';

/**
 * The language of searches on our page: phrases in quotation marks, excluded words and phrases (`-`), `автор:`, `категория:`,
 * and days («с 01.09.2026 по 30.09.2026»). Nothing is an error: what has no meaning as an operator is plain words.
 */

/** A word, or a phrase in quotation marks. A word may contain punctuation, such as `wi-fi`. */
export type QueryChunk = { text: string; isPhrase: boolean; isExcluded: boolean };

export type ParsedQuery = {
  chunks: QueryChunk[];
  /** The values of the operators as typed: a name or a username, a name or a slug. */
  author?: string;
  category?: string;
  /** The first and the last day of the period, as `YYYY-MM-DD`. */
  since?: string;
  until?: string;
};

/** The rest of a longer query is ignored. */
const maxLength = 1_000;
const maxChunks = 30;

const token = /-?(?:(?:автор|категория):)?["«„“”][^"«»„“”]*["»“”]|\S+/giu;
const quoted = /^(-?)["«„“”](.*)["»“”]$/su;
const operator = /^(автор|категория):["«„“”]?(.*?)["»“”]?$/isu;
const excludedWord = /^-(?=[\p{L}\p{N}])(.+)$/su;
const wordCharacter = /[\p{L}\p{N}]/u;

export function parseQuery(query: string): ParsedQuery {
  const tokens = [...plainSpelling(query.slice(0, maxLength)).matchAll(token)].map(([text]) => text);
  const parsed: ParsedQuery = { chunks: [] };
  for (let index = 0; index < tokens.length; ) {
    const used = readDay(tokens, index, parsed);
    if (used === 0) readToken(tokens[index] ?? '', parsed);
    index += Math.max(1, used);
  }
  orderDays(parsed);
  return { ...parsed, chunks: withSomethingToFind(parsed) };
}

function readToken(text: string, parsed: ParsedQuery): void {
  const [, name = '', value = ''] = operator.exec(text) ?? [];
  const field = name.toLowerCase() === 'автор' ? 'author' : 'category';
  if (wordCharacter.test(value) && parsed[field] === undefined) {
    parsed[field] = field === 'author' ? value.trim().replace(/^@/u, '') : value.trim();
    return;
  }
  if (parsed.chunks.length === maxChunks || !wordCharacter.test(text)) return;
  const [, minus, phrase] = quoted.exec(text) ?? [];
  if (phrase !== undefined) {
    parsed.chunks.push({ text: phrase.trim(), isPhrase: true, isExcluded: minus !== '' });
    return;
  }
  const excluded = excludedWord.exec(text)?.[1];
  parsed.chunks.push({ text: excluded ?? text, isPhrase: false, isExcluded: excluded !== undefined });
}

/** Where everything is excluded and nothing is chosen, the words themselves are searched. */
function withSomethingToFind({ chunks, author, category, since, until }: ParsedQuery): QueryChunk[] {
  const hasChoice = [author, category, since, until].some((value) => value !== undefined);
  if (hasChoice || chunks.some(({ isExcluded }) => !isExcluded)) return chunks;
  return chunks.map((chunk) => ({ ...chunk, isExcluded: false }));
}

function orderDays(parsed: ParsedQuery): void {
  const { since, until } = parsed;
  if (since === undefined || until === undefined || since <= until) return;
  parsed.since = until;
  parsed.until = since;
}

const dayWord = /^(с|по)(:?)(.*)$/isu;
const numericDay = /^(\d{1,2})\.(\d{1,2})\.(\d{4})[,;]?$/u;
const isoDay = /^(\d{4})-(\d{1,2})-(\d{1,2})[,;]?$/u;
const numericMonth = /^(\d{1,2})\.(\d{4})$/u;
const year = /^\d{4}$/u;
const months = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');

/**
 * Reads «с» or «по» with a day and returns the number of tokens used, 0 if there is no day. Without a colon the day must be
 * complete, because «с 2020» is plain words; `с:2020` and `по:09.2020` mean the whole year or month.
 */
function readDay(tokens: string[], index: number, parsed: ParsedQuery): number {
  const [, word, colon = '', glued = ''] = dayWord.exec(tokens[index] ?? '') ?? [];
  if (word === undefined || (colon === '' && glued !== '')) return 0;
  const field = word.toLowerCase() === 'с' ? 'since' : 'until';
  if (parsed[field] !== undefined) return 0;
  const values = glued === '' ? tokens.slice(index + 1, index + 4) : [glued];
  const before = glued === '' ? 1 : 0;
  const [value = '', monthName = '', yearText = ''] = values;
  const numeric =
    parseNumericDay(value) ?? (colon === '' ? undefined : parsePartialDay(value, field === 'until'));
  if (numeric !== undefined) {
    parsed[field] = numeric;
    return before + 1;
  }
  const month = months.indexOf(monthName.toLowerCase()) + 1;
  const named = month > 0 && year.test(yearText) ? toDay(yearText, month, value) : undefined;
  if (named === undefined) return 0;
  parsed[field] = named;
  return before + 3;
}

function parseNumericDay(text: string): string | undefined {
  const numeric = numericDay.exec(text);
  if (numeric) return toDay(numeric[3], numeric[2], numeric[1]);
  const iso = isoDay.exec(text);
  return iso ? toDay(iso[1], iso[2], iso[3]) : undefined;
}

function parsePartialDay(text: string, isEnd: boolean): string | undefined {
  const month = numericMonth.exec(text);
  if (month) return toDay(month[2], month[1], isEnd ? lastDayOf(Number(month[2]), Number(month[1])) : 1);
  if (year.test(text)) return isEnd ? toDay(text, 12, 31) : toDay(text, 1, 1);
  return undefined;
}

const lastDayOf = (yearNumber: number, month: number): number =>
  new Date(Date.UTC(yearNumber, month, 0)).getUTCDate();

type Part = string | number | undefined;

/** The day as `YYYY-MM-DD`; undefined if the calendar does not have it. */
function toDay(yearPart: Part, monthPart: Part, dayPart: Part): string | undefined {
  const [yearNumber, month, day] = [Number(yearPart), Number(monthPart), Number(dayPart)];
  if (!Number.isInteger(day) || yearNumber < 1_000) return undefined;
  const date = new Date(Date.UTC(yearNumber, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}

/** A day of a filter, as `YYYY-MM-DD`; undefined for anything else. */
export const parseDay = (text: string): string | undefined => parseNumericDay(text.trim());
