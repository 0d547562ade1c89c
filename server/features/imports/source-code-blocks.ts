/** A part of a text; `line` counts from 0. */
export type TextPart = { text: string; line: number; isCode: boolean };

const fence = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})/;
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]|^\[\^[^\]]+\]:/;
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

/** Fenced and indented code, and the text between. */
export function splitCode(markdown: string): TextPart[] {
  const parts: Array<{ lines: string[]; line: number; isCode: boolean }> = [];
  let open: string | null = null;
  let held: string | undefined;
  let isAfterBlank = true;
  let isIndented = false;
  let isInList = false;
  for (const [line, text] of markdown.split('\n').entries()) {
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
    if (last && last.isCode === isCode) last.lines.push(text);
    else parts.push({ lines: [text], line, isCode });
    if (open === null) open = mark ?? null;
    else if (mark?.startsWith(open) && text.trim() === mark) open = null;
  }
  return parts.map(({ lines, ...part }) => ({ ...part, text: lines.join('\n') }));
}
