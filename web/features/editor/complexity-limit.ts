/** Limits for one chunk without a blank line. A page of dense markup has a few hundred marks. */
const maxMarks = 2_000;
const maxLines = 1_000;
/** The parser scans from each instruction and declaration to the end of the chunk. */
const maxDeclarations = 200;
/** The maximum length of a chunk with an open bracket: the parser compares every word with the bracket. */
const maxLengthWithOpenBracket = 4_000;
/** Limits for the whole text: each of these moves the content before it. */
const maxUnderlines = 500;
const maxContainers = 1_000;

/** The maximum run of punctuation that may end a URL: the parser compares each sign with all that follow it. */
const maxPunctuationRun = 1_000;

const tooDeepContainers = /^[ \t]*(?:(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])[ \t]*){100}/m;
const tooDeepIndent = /^[ \t]{200}/m;
const underline = /^[ \t]*(?:=+|-+)[ \t]*$/gm;
const container = /^[ \t]*(?:[>*+-]|\d{1,9}[.)]|\[\^)/m;

const countMatches = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

/**
 * Whether parsing a text could take minutes: the cost of unclosed brackets and emphasis, quotes and lists is quadratic,
 * and nesting uses the stack. The server counts more precisely and rejects some of these texts; the editor shows them as
 * source.
 */
export function isTooComplex(markdown: string): boolean {
  if (tooDeepContainers.test(markdown) || tooDeepIndent.test(markdown) || hasLongPunctuationRun(markdown))
    return true;
  if (countMatches(markdown, underline) > maxUnderlines) return true;
  const chunks = markdown.split(/(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)/);
  if (chunks.filter((chunk) => container.test(chunk)).length > maxContainers) return true;
  return chunks.some(isTooDense);
}

function hasLongPunctuationRun(markdown: string): boolean {
  const runs = markdown.replace(/&[a-z]+;/gi, '&').split(/[^!"&'),.:;<>?\]}_~*]+/);
  return runs.some(({ length }) => length > maxPunctuationRun);
}

function isTooDense(chunk: string): boolean {
  if (countMatches(chunk, /[[\]*_~`<!]/g) > maxMarks) return true;
  if (countMatches(chunk, /<[!?]/g) > maxDeclarations) return true;
  if (chunk.length > maxLengthWithOpenBracket && countMatches(chunk, /\[/g) > countMatches(chunk, /\]/g))
    return true;
  return countMatches(chunk, /\r\n?|\n/g) > maxLines && container.test(chunk);
}
