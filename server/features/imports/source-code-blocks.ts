import { createFinder, type Place } from './find-in-order.ts';

/** A part of a text; `line` counts from 0. */
export type TextPart = { text: string; line: number; isCode: boolean; call?: CodeCall };
/** A call that shows code, and the indent of its lines in a list. */
type CodeCall = { name: string; options: string; indent: string };

const fence = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})/;
const listItem = /^ {0,3}(?:[-*+:]|\d{1,9}[.)])[ \t]|^\[\^[^\]]+\]:/;
/** Elements in which blank lines and indents mean nothing. */
const holders = [
  { open: /<script\b/, close: '</script>' },
  { open: /<style\b/, close: '</style>' },
  { open: /<pre\b/, close: '</pre>' },
  { open: /<textarea\b/, close: '</textarea>' },
  { open: /<!--/, close: '-->' },
];

/** The signs with which a block of code begins or ends; a line that has them again later is code within the line. */
function fenceOf(line: string): string | undefined {
  const [start = '', mark] = fence.exec(line) ?? [];
  return mark?.startsWith('`') && line.includes('`', start.length) ? undefined : mark;
}

/** The end of the first element that stays open at the end of a line. */
function findHolder(line: string): string | undefined {
  if (!line.includes('<')) return undefined;
  const lower = line.toLowerCase();
  const opened = holders.flatMap(({ open, close }) => {
    const from = lower.lastIndexOf(close) + 1;
    const start = lower.slice(from).search(open);
    return start < 0 ? [] : [{ start: from + start, close }];
  });
  return opened.toSorted((left, right) => left.start - right.start)[0]?.close;
}

/** A call of Liquid or Hugo that shows the code below it, and its end. */
const codeCall =
  /^([ \t]*)(?:\{%|\{\{[<%])[-~]?[ \t]*(highlight|codeblock|code)\b([^{}\n]*?)[-~]?(?:%\}|[%>]\}\})/i;
const codeEnd = /(?:\{%[-~]?\s*end|\{\{[<%]\s*\/\s*)(highlight|codeblock|code)\s*[-~]?(?:%\}|[%>]\}\})/gi;

type ReadCall = CodeCall & { body: string; end: number };

/** Reads the calls of a text; the places must be asked for in their order. */
function createCallReader(markdown: string): (line: string, start: number) => ReadCall | undefined {
  const findEnd = createFinder(markdown, codeEnd);
  return (line, start) => {
    const [found = '', indent = '', name = '', options = ''] = codeCall.exec(line) ?? [];
    const close: Place | undefined = found === '' ? undefined : findEnd(start + found.length);
    const isSame = close && markdown.slice(close.start, close.end).toLowerCase().includes(name.toLowerCase());
    if (!isSame) return undefined;
    const body = markdown.slice(start + found.length, close.start);
    return { name: name.toLowerCase(), options, indent, body, end: close.end };
  };
}

/** Fenced and indented code, code of calls, and the text between. */
export function splitCode(markdown: string): TextPart[] {
  const parts: Array<{ lines: string[]; line: number; isCode: boolean; call?: CodeCall }> = [];
  const readCall = createCallReader(markdown);
  let start = 0;
  let skippedTo = 0;
  let open: string | null = null;
  let held: string | undefined;
  let isAfterBlank = true;
  let isIndented = false;
  let isInList = false;
  for (const [line, whole] of markdown.split('\n').entries()) {
    const text = whole.slice(Math.max(0, skippedTo - start));
    const textStart = Math.max(start, skippedTo);
    const isRest = start < skippedTo;
    start += whole.length + 1;
    if (start <= skippedTo || (isRest && text.trim() === '')) continue;
    const call = open === null && held === undefined ? readCall(text, textStart) : undefined;
    if (call) {
      const { body, end, ...given } = call;
      const indent = isInList ? given.indent : '';
      parts.push({ lines: [body], line, isCode: true, call: { ...given, indent } });
      skippedTo = end;
      isIndented = false;
      continue;
    }
    const mark = fenceOf(text);
    const isBlank = text.trim() === '';
    const isDeep = /^(?: {4}|\t)/.test(text);
    if (!isBlank && !isDeep && !/^ {2,3}\S/.test(text)) isInList = listItem.test(text);
    const isHeld = held !== undefined;
    if (held === undefined) held = open === null ? findHolder(text) : undefined;
    else if (text.toLowerCase().includes(held)) held = undefined;
    isIndented = !isHeld && !isInList && !isBlank && isDeep && (isIndented || isAfterBlank);
    isAfterBlank = isBlank;
    const isCode = open !== null || mark !== undefined || isIndented;
    const last = parts.at(-1);
    if (last && last.isCode === isCode && last.call === undefined) last.lines.push(text);
    else parts.push({ lines: [text], line, isCode });
    if (open === null) open = mark ?? null;
    else if (mark?.startsWith(open) && text.trim() === mark) open = null;
  }
  return parts.map(({ lines, ...part }) => ({ ...part, text: lines.join('\n') }));
}
