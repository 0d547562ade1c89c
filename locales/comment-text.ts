import { objectReplacement, typeset } from './typography.ts';

/** A comment is plain text; only code in backticks is set apart, as in Markdown. */
type CommentBlock = { isCode: boolean; text: string };
/** A part of a line: text, code without its backticks, or a link. */
export type CommentPart = { text: string; isCode?: boolean; href?: string };

const fence = /^ {0,3}(`{3,})[^`]*$/;
const fenceEnd = /^ {0,3}(`{3,})\s*$/;
const blankLines = /\n(?:[^\S\n]*\n){3,}/g;

/** The paragraphs of a comment, with at most two blank lines in a row, and its fenced code; an open fence reaches to the end. */
export function splitBlocks(comment: string): CommentBlock[] {
  const blocks: CommentBlock[] = [];
  let lines: string[] = [];
  let opening = '';
  const endBlock = () => {
    const text = lines.join('\n');
    const shown = opening ? text : text.replace(blankLines, '\n\n\n').trim();
    if (shown.trim() !== '') blocks.push({ isCode: opening !== '', text: shown });
    lines = [];
  };
  for (const line of comment.split(/\r?\n/)) {
    const [, mark = ''] = (opening ? fenceEnd : fence).exec(line) ?? [];
    if (mark === '' || mark.length < opening.length) lines.push(line);
    else {
      endBlock();
      opening = opening ? '' : mark;
    }
  }
  endBlock();
  return blocks.length > 0 ? blocks : [{ isCode: false, text: comment }];
}

/** The parts of a paragraph in Russian typography, from which code and links are exempt. Neighbouring texts are joined. */
export function typesetParts(
  paragraph: string,
  splitLinks: (text: string) => CommentPart[] = (text) => [{ text }],
): CommentPart[] {
  const parts: CommentPart[] = [];
  for (const [index, line] of paragraph.split('\n').entries()) {
    const found = splitCode(line).flatMap((part) => (part.isCode ? part : splitLinks(part.text)));
    const isText = ({ isCode, href }: CommentPart) => !isCode && href === undefined;
    const texts = typeset(found.map((part) => (isText(part) ? part.text : objectReplacement)));
    if (index > 0) add(parts, { text: '\n' });
    for (const [at, part] of found.entries()) add(parts, isText(part) ? { text: texts[at] ?? '' } : part);
  }
  return parts;

  function add(to: CommentPart[], part: CommentPart): void {
    const last = to.at(-1);
    if (last && !last.isCode && last.href === undefined && !part.isCode && part.href === undefined)
      last.text += part.text;
    else to.push(part);
  }
}

/** The text of a comment as it is shown. */
export const typesetComment = (comment: string): string =>
  splitBlocks(comment)
    .map(({ isCode, text }) =>
      isCode
        ? text
        : typesetParts(text)
            .map((part) => part.text)
            .join(''),
    )
    .join('\n');

/** Code of a line begins and ends with as many backticks. */
function splitCode(line: string): CommentPart[] {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }));
  const laterByLength = new Map<number, number>();
  const closing: Array<number | undefined> = [];
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const { length } = runs[at] as (typeof runs)[number];
    closing[at] = laterByLength.get(length);
    laterByLength.set(length, at);
  }
  const parts: CommentPart[] = [];
  let end = 0;
  for (let at = 0; at < runs.length; at += 1) {
    const opening = runs[at] as (typeof runs)[number];
    const close = runs[closing[at] ?? -1];
    if (!close) continue;
    if (opening.index > end) parts.push({ text: line.slice(end, opening.index) });
    parts.push({ text: unpad(line.slice(opening.index + opening.length, close.index)), isCode: true });
    end = close.index + close.length;
    at = closing[at] ?? at;
  }
  if (end < line.length) parts.push({ text: line.slice(end) });
  return parts;
}

/** A space on both sides lets code begin or end with a backtick. */
const unpad = (code: string): string =>
  code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code;
