import { fencedCode, inlineCode } from './fenced-code.ts';
import { createFinder, type Place } from './find-in-order.ts';

/** A formula of TeX, with its code. */
type Formula = Place & { kind: 'formula'; text: string };

const dollars = /\$(?=[^\s$])([^$\n`]+)(?<=\S)\$(?![\w$])/y;
const sign = /[\\^_={}<>]|[\w)][ \t]?[+*/-][ \t]?[A-Za-z(]|[A-Za-z]\(/;
const maxLength = 5_000;
const maxIndent = 80;

/** Whether the words between the signs of a formula are one: prices and names of variables are not. */
const isFormula = (text: string): boolean =>
  /^[A-Za-z]$/.test(text.trim()) ||
  (sign.test(text) && (text.includes('\\') || !/\p{Script=Cyrillic}/u.test(text)));

/** Reads the formulas of a text; the places must be asked for in their order. */
export function createFormulaReader(text: string): (at: number) => Formula | undefined {
  const pairs = [
    { open: '$$', find: createFinder(text, /\$\$/g), isBlock: false },
    { open: '\\\\(', find: createFinder(text, /\\\\\)/g), isBlock: false },
    { open: '\\\\[', find: createFinder(text, /\\\\\]/g), isBlock: true },
    { open: '\\(', find: createFinder(text, /\\\)/g), isBlock: false },
    { open: '\\[', find: createFinder(text, /\\\]/g), isBlock: true },
  ];
  const findBlank = createFinder(text, /\n[ \t]*\n/g);

  function readPair(at: number, { open, find, isBlock }: (typeof pairs)[number]): Formula | undefined {
    const close = find(at + open.length);
    if (!close || close.start - at > maxLength || (findBlank(at)?.start ?? Infinity) < close.start)
      return undefined;
    const inside = text.slice(at + open.length, close.start);
    const before = /(?:^|\n)([ \t]*)$/.exec(text.slice(Math.max(0, at - maxIndent), at))?.[1];
    const isAlone =
      before !== undefined && /^[ \t]*(?:\n|$)/.test(text.slice(close.end, close.end + maxIndent));
    if (inside.trim() === '' || (isBlock && !isAlone)) return undefined;
    if (!isFormula(inside) && !(isAlone && inside.includes('\n'))) return undefined;
    const code = isAlone ? fencedCode(inside, 'tex', before) : inlineCode(inside);
    return { kind: 'formula', text: code, start: at, end: close.end };
  }

  return (at) => {
    if (/[\\$\w]/.test(text.charAt(at - 1))) return undefined;
    const pair = pairs.find(({ open }) => text.startsWith(open, at));
    if (pair) return readPair(at, pair);
    dollars.lastIndex = at;
    const [found, inside] = dollars.exec(text) ?? [];
    if (found === undefined || inside === undefined || !isFormula(inside)) return undefined;
    return { kind: 'formula', text: inlineCode(inside), start: at, end: at + found.length };
  };
}
