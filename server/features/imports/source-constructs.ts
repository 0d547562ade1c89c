import { createFinder, type Place } from './find-in-order.ts';
import { createFormulaReader } from './source-formulas.ts';

/** What static blogs write between Markdown. */
export type Construct = Place &
  (
    | { kind: 'code' | 'hidden' | 'program' | 'frame' }
    | { kind: 'literal' | 'formula'; text: string }
    | { kind: 'capture'; name: string; body: string }
    | { kind: 'call' | 'liquid'; name: string; options: string }
    | { kind: 'expression'; value: string }
    | { kind: 'mark'; name: string; words: string }
    | { kind: 'tag'; name: string; given: string }
  );
type Read = (at: number) => Construct | undefined;

const sign = /[`{<$\\]/g;
const code = /``[^\n]*?``|`[^`\n]+`/y;
const quoted = /"[^"]*"|'[^']*'/g;
const attributes = /\{:[^{}\n]*\}/y;
const headingAttributes = /\{[#.][^\s{}]+(?:[ \t][^{}\n]*)?\}[ \t]*$/my;
const program = /<(script|style)\b/iy;
const frame = /<iframe\b[^<>]*>(?:\s*<\/iframe>)?/iy;
const mark = /<(b|strong|i|em|strike)>([^<>*_`]*)<\/(b|strong|i|em|strike)>/iy;
const tag = /<\/?([a-z][a-z\d-]*)(\s[^<>]*)?\/?>/iy;

/**
 * The constructs of a text in their order; code comes first. None that opens and does not close is searched for twice, so the text
 * is read once: a call ends at the first mark that may end it, and does not contain the beginning of another one.
 */
export function* readConstructs(text: string): Generator<Construct> {
  const readFormula: Read = createFormulaReader(text);
  const readers: Record<string, Read> = {
    $: readFormula,
    '\\': readFormula,
    '`': (at) => {
      const found = match(code, text, at);
      return found ? { kind: 'code', ...placeOf(found) } : undefined;
    },
    '{': createBraceReader(text),
    '<': createTagReader(text),
  };
  for (let at = indexOfSign(text, 0); at >= 0; ) {
    const found = readers[text.charAt(at)]?.(at);
    if (found) yield found;
    at = indexOfSign(text, found?.end ?? at + 1);
  }
}

function indexOfSign(text: string, from: number): number {
  sign.lastIndex = from;
  return sign.exec(text)?.index ?? -1;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const placeOf = ({ index, 0: found }: RegExpExecArray): Place => ({
  start: index,
  end: index + found.length,
});

function createBraceReader(text: string): Read {
  const findBraces = createFinder(text, /\{\{/g);
  const findCallEnd = createFinder(text, /[%>]\}\}/g);
  const findValueEnd = createFinder(text, /\}\}/g);
  const findCommentEnd = createFinder(text, /#\}/g);
  const readLiquid = createLiquidReader(text);

  /** The end of what begins with two braces. */
  function endOf(at: number, end: Place | undefined): Place | undefined {
    const isInner =
      text.startsWith('{{', at + 1) || (findBraces(at + 2)?.start ?? Infinity) < (end?.start ?? 0);
    return isInner ? undefined : end;
  }

  function readCall(at: number): Construct | undefined {
    const close = endOf(at, findCallEnd(at + 3));
    if (!close) return undefined;
    const inner = text
      .slice(at + 3, close.start)
      .replace(/^-/, '')
      .trimStart();
    const name = /^\/?\s*[\p{L}\w./-]+/u.exec(inner)?.[0];
    if (name === undefined) return undefined;
    const options = inner.slice(name.length).replace(/\/$/, '');
    return isPlain(options) ? { kind: 'call', name, options, start: at, end: close.end } : undefined;
  }

  function readExpression(at: number): Construct | undefined {
    const close = endOf(at, findValueEnd(at + 2));
    if (!close) return undefined;
    const value = text.slice(at + 2, close.start).replace(/^-|-$/g, '');
    return isPlain(value) ? { kind: 'expression', value, start: at, end: close.end } : undefined;
  }

  function readAttributes(at: number): Construct | undefined {
    const found = match(text.startsWith('{:', at) ? attributes : headingAttributes, text, at);
    if (!found) return undefined;
    const { end } = placeOf(found);
    return { kind: 'hidden', start: text.startsWith('{:', at) ? at : startOfBlanks(text, at), end };
  }

  function readComment(at: number): Construct | undefined {
    if (!/^\{#-?\s/.test(text.slice(at, at + 4))) return undefined;
    const close = findCommentEnd(at + 3);
    return close && { kind: 'hidden', start: at, end: close.end };
  }

  return (at) => {
    if (/^\{\{[<%]/.test(text.slice(at, at + 3))) return readCall(at);
    if (text.startsWith('{{', at)) return readExpression(at);
    return readLiquid(at) ?? readComment(at) ?? readAttributes(at);
  };
}

function startOfBlanks(text: string, at: number): number {
  let start = at;
  while (' \t'.includes(text.charAt(start - 1)) && start > 0) start -= 1;
  return start;
}

/** Without braces, and quotes that stay open, outside quotes. */
const isPlain = (options: string): boolean => !/[{}"']/.test(options.replace(quoted, ''));

function createLiquidReader(text: string): Read {
  const findTag = createFinder(text, /\{%/g);
  const findEnd = createFinder(text, /%\}/g);
  const closings = new Map([
    ['raw', createFinder(text, /\{%-?\s*endraw\s*-?%\}/gi)],
    ['comment', createFinder(text, /\{%-?\s*endcomment\s*-?%\}/gi)],
    ['capture', createFinder(text, /\{%-?\s*endcapture\s*-?%\}/gi)],
  ]);
  return (at) => {
    if (!text.startsWith('{%', at)) return undefined;
    const open = findEnd(at + 2);
    if (!open || (findTag(at + 2)?.start ?? Infinity) < open.start) return undefined;
    const inner = text.slice(at + 2, open.start).replace(/^[-~]|[-~]$/g, '');
    const [start, name = ''] = /^\s*([\w-]+)/.exec(inner) ?? [];
    if (start === undefined) return undefined;
    const options = inner.slice(start.length);
    if (!isPlain(options) || options.replace(quoted, '').includes('%')) return undefined;
    const word = name.toLowerCase();
    const captured = /^\s+["']?([\w-]+)["']?\s*$/.exec(options)?.[1];
    const isBlock = word === 'capture' ? captured !== undefined : options.trim() === '';
    const close = isBlock ? closings.get(word)?.(open.end) : undefined;
    if (!close) return { kind: 'liquid', name, options, start: at, end: open.end };
    const body = text.slice(open.end, close.start);
    const place = { start: at, end: close.end };
    if (word === 'capture') return { kind: 'capture', name: captured ?? '', body, ...place };
    return word === 'raw' ? { kind: 'literal', text: body, ...place } : { kind: 'hidden', ...place };
  };
}

function createTagReader(text: string): Read {
  const findCommentEnd = createFinder(text, /-->/g);
  const closings = new Map([
    ['script', createFinder(text, /<\/script>/gi)],
    ['style', createFinder(text, /<\/style>/gi)],
  ]);

  function readHidden(at: number): Construct | undefined {
    if (text.startsWith('<!--', at)) {
      const close = findCommentEnd(at + 4);
      return close && { kind: 'hidden', start: at, end: close.end };
    }
    const name = match(program, text, at)?.[1]?.toLowerCase() ?? '';
    const close = closings.get(name)?.(at);
    return close && { kind: 'program', start: at, end: close.end };
  }

  function readMark(at: number): Construct | undefined {
    const found = match(mark, text, at);
    const [, name = '', words = '', end] = found ?? [];
    const isMark = end?.toLowerCase() === name.toLowerCase() && words.trim() !== '';
    return found && isMark && !words.trim().includes('\n')
      ? { kind: 'mark', name, words, ...placeOf(found) }
      : undefined;
  }

  function readTag(at: number): Construct | undefined {
    const found = match(tag, text, at);
    const [, name = '', given = ''] = found ?? [];
    return found ? { kind: 'tag', name, given, ...placeOf(found) } : undefined;
  }

  return (at) => {
    const hidden = readHidden(at);
    if (hidden) return hidden;
    const player = match(frame, text, at);
    return player ? { kind: 'frame', ...placeOf(player) } : (readMark(at) ?? readTag(at));
  };
}
