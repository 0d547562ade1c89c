import { setFlagsFromString } from 'node:v8';

/** V8 counts backtracks, but only to give up at a limit, with a function that it keeps for its own tests. */
setFlagsFromString('--allow-natives-syntax');
const createLimited = new Function(
  'source',
  'flags',
  'limit',
  'return %NewRegExpWithBacktrackLimit(source, flags, limit)',
) as (source: string, flags: string, limit: number) => RegExp;
const { exec } = RegExp.prototype;

const smallLimit = 64;
/** No expression takes many steps for a text of a few characters. */
const shortLength = 8;
const copies = new WeakMap<RegExp, Copies>();
const copiesBySource = new Map<string, Copies>();
const parts =
  /\\(?:[pPu]\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|k<[^>]*>|\d+|.)|\[(?:\\.|[^\]\\])*\]|\(\?(?:<?[=!]|[-ims]*:|<[^>]*>)|(?<quantifier>[*+?]|\{\d+(?:,\d*)?\})|./gisu;

/**
 * V8 does not count the backtracks of a repetition whose content has one length. With an alternative that never matches
 * the content has none: `(?:a|(?!))+`.
 */
export function countableSource(source: string): string {
  const found = [...source.matchAll(parts)];
  return found
    .map(([part], index) => {
      const isRepeated = found[index + 1]?.groups?.quantifier !== undefined;
      if (!isRepeated || found[index]?.groups?.quantifier !== undefined) return part;
      return part === ')' ? '|(?!))' : `(?:${part}|(?!))`;
    })
    .join('');
}

type Copies = { isRepeating: boolean; byLimit: Map<number, RegExp> };

function copiesOf(expression: RegExp): Copies {
  let found = copies.get(expression);
  if (found) return found;
  const key = String(expression);
  found = copiesBySource.get(key) ?? { isRepeating: /[*+?{]/.test(key), byLimit: new Map() };
  copies.set(expression, found);
  copiesBySource.set(key, found);
  return found;
}

/** Matches also nothing, at the latest at the end. So it only finds nothing when it needs more backtracks than the limit. */
function createCopy({ source, flags }: RegExp, limit: number): RegExp {
  const alternative = flags.includes('y') ? '' : '(?![^])';
  return createLimited(`(?:${countableSource(source)})|${alternative}`, flags, limit);
}

/** The number of backtracks of a match from this position, within an eighth above `smallLimit`; 0 for less. */
export function countBacktracks(expression: RegExp, text: string, position: number): number {
  if (text.length - position < shortLength) return 0;
  const { isRepeating, byLimit } = copiesOf(expression);
  if (!isRepeating) return 0;
  const isEnough = (limit: number) => {
    const copy = byLimit.get(limit) ?? createCopy(expression, limit);
    byLimit.set(limit, copy);
    copy.lastIndex = position;
    return Reflect.apply(exec, copy, [text]) !== null;
  };
  let limit = smallLimit;
  if (isEnough(limit)) return 0;
  while (!isEnough(2 * limit)) limit *= 2;
  for (let step = limit / 2; step >= limit / 8; step /= 2) if (!isEnough(limit + step)) limit += step;
  return limit;
}
