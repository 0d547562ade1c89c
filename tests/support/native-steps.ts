import { countBacktracks } from './regular-expression-steps.ts';

type Native = (this: unknown, ...given: never[]) => unknown;

/**
 * Coverage counts no work within native functions. These replacements count the characters and elements that the functions
 * of strings and arrays pass over, and the characters and backtracks of regular expressions. Not counted: what joins
 * strings (`a + b`), hashing, and native functions that are not listed.
 */
type Cost = (subject: { length: number }, result: unknown, given: unknown[]) => number;

const lengthOf = (value: unknown): number => (value as { length?: number } | undefined)?.length ?? 0;
const whole: Cost = (subject, result) => subject.length + lengthOf(result);
const ofResult: Cost = (_subject, result) => lengthOf(result);
/** Native functions that find a position, from the start or from the given position. */
const forward: Cost = ({ length }, found, [, from = 0]) =>
  Math.max(0, (found === -1 ? length : Number(found)) - Number(from));
const backward: Cost = ({ length }, found, [, from = length]) =>
  Math.max(0, Math.min(length, Number(from)) - Number(found));
const { indexOf } = String.prototype;
const { indexOf: indexInArray } = Array.prototype;
const searched: Cost = (subject, _isFound, given) =>
  forward(subject, Reflect.apply(indexOf, subject, given), given);
const searchedArray: Cost = (subject, isFound, given) =>
  forward(subject, isFound ? Reflect.apply(indexInArray, subject, given) : -1, given);
const sorting: Cost = ({ length }) => length * Math.ceil(Math.log2(length + 1));
const after: Cost = ({ length }, removed, [from = 0]) =>
  Math.max(0, length - Number(from)) + lengthOf(removed);

const strings: Record<string, Cost> = {
  indexOf: forward,
  lastIndexOf: backward,
  includes: searched,
  ...Object.fromEntries(
    [
      ...['split', 'replace', 'replaceAll', 'toLowerCase', 'toUpperCase', 'toLocaleLowerCase', 'normalize'],
      ...['toLocaleUpperCase', 'localeCompare', 'isWellFormed', 'toWellFormed'],
    ].map((name) => [name, whole]),
  ),
  ...Object.fromEntries(['repeat', 'padStart', 'padEnd', 'concat'].map((name) => [name, ofResult])),
  ...Object.fromEntries(
    ['trim', 'trimStart', 'trimEnd'].map((name) => [name, ({ length }, rest) => length - lengthOf(rest)]),
  ),
};
const arrays: Record<string, Cost> = {
  indexOf: forward,
  lastIndexOf: backward,
  includes: searchedArray,
  splice: after,
  sort: sorting,
  toSorted: sorting,
  ...Object.fromEntries(
    ['shift', 'unshift', 'join', 'reverse', 'toReversed', 'toSpliced', 'with', 'fill', 'copyWithin'].map(
      (name) => [name, whole],
    ),
  ),
  ...Object.fromEntries(['slice', 'concat', 'flat'].map((name) => [name, ofResult])),
};
/** Functions of their first argument. */
const ofArgument: Cost = (_subject, result, [given]) => lengthOf(given) + lengthOf(result);
const others: [object, string[]][] = [
  [Object, ['keys', 'values', 'entries', 'assign']],
  [JSON, ['parse', 'stringify']],
  [globalThis, ['encodeURIComponent', 'decodeURIComponent', 'encodeURI', 'decodeURI', 'URL']],
  [Buffer, ['from', 'byteLength']],
];

/** Counts until `stop`. */
export function countNativeSteps() {
  let steps = 0;
  let isOwnWork = false;
  const originals: (() => void)[] = [];
  const replace = (target: object, name: string, create: (original: Native) => Native) => {
    const { value, ...rest } = Object.getOwnPropertyDescriptor(target, name) as PropertyDescriptor;
    Object.defineProperty(target, name, { ...rest, value: create(value as Native) });
    originals.push(() => Object.defineProperty(target, name, { ...rest, value }));
  };
  const charge = (target: object, name: string, cost: Cost) =>
    replace(
      target,
      name,
      (original) =>
        new Proxy(original, {
          apply(_target, subject, given) {
            const before = subject as { length: number };
            const result = Reflect.apply(original, subject, given);
            steps += cost(before, result, given) || 0;
            return result;
          },
          construct(_target, given, newTarget) {
            steps += cost(original as never, undefined, given) || 0;
            return Reflect.construct(original, given, newTarget);
          },
        }),
    );
  for (const [name, cost] of Object.entries(strings)) charge(String.prototype, name, cost);
  for (const [name, cost] of Object.entries(arrays)) charge(Array.prototype, name, cost);
  for (const [target, names] of others) for (const name of names) charge(target, name, ofArgument);
  for (const iterator of [[].values(), ''[Symbol.iterator](), new Map().keys(), new Set().keys()])
    charge(Object.getPrototypeOf(iterator), 'next', () => 1);
  // All functions that use regular expressions call this one once it is replaced.
  replace(
    RegExp.prototype,
    'exec',
    (original) =>
      function exec(this: unknown, given: unknown) {
        const expression = this as RegExp;
        const text = String(given);
        const start = expression.global || expression.sticky ? expression.lastIndex : 0;
        const match = Reflect.apply(original, expression, [text] as never) as RegExpExecArray | null;
        if (isOwnWork) return match;
        isOwnWork = true;
        const before = steps;
        const backtracks = start <= text.length ? countBacktracks(expression, text, start) : 0;
        steps = before + backtracks + (match ? match.index + match[0].length - start : 1);
        isOwnWork = false;
        return match;
      },
  );
  return {
    take(): number {
      const taken = steps;
      steps = 0;
      return taken;
    },
    stop(): void {
      for (const restore of originals) restore();
    },
  };
}
