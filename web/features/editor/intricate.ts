/** Limits for one chunk without a blank line. A page of dense markup has a few hundred marks. */
const mostMarks = 2_000;
const mostLines = 1_000;
/** The parser scans from each instruction and declaration to the end of the chunk. */
const mostDeclarations = 200;
/** The maximum length of a chunk with an open bracket: the parser compares every word with the bracket. */
const mostOpen = 4_000;
/** Limits for the whole text: each of these moves the content before it. */
const mostUnderlines = 500;
const mostContainers = 1_000;

/** The maximum run of punctuation that may end a URL: the parser compares each sign with all that follow it. */
const longestTail = 1_000;

const deepestQuote = /^[ \t]*(?:>[ \t]*){100}/m;
const deepestIndent = /^[ \t]{200}/m;
const underline = /^[ \t]*(?:=+|-+)[ \t]*$/gm;
const container = /^[ \t]*(?:[>*+-]|\d{1,9}[.)]|\[\^)/m;

const countOf = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

/**
 * Whether parsing a text could take minutes: the cost of unclosed brackets and emphasis, quotes and lists is quadratic,
 * and nesting uses the stack. The server counts more precisely and rejects some of these texts; the editor shows them as
 * source.
 */
export function isTooIntricate(markdown: string): boolean {
  if (deepestQuote.test(markdown) || deepestIndent.test(markdown) || hasLongTail(markdown)) return true;
  if (countOf(markdown, underline) > mostUnderlines) return true;
  const pieces = markdown.split(/(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)/);
  if (pieces.filter((piece) => container.test(piece)).length > mostContainers) return true;
  return pieces.some(isTooDense);
}

function hasLongTail(markdown: string): boolean {
  const runs = markdown.replace(/&[a-z]+;/gi, '&').split(/[^!"&'),.:;<>?\]}_~*]+/);
  return runs.some(({ length }) => length > longestTail);
}

function isTooDense(piece: string): boolean {
  if (countOf(piece, /[[\]*_~`<!]/g) > mostMarks) return true;
  if (countOf(piece, /<[!?]/g) > mostDeclarations) return true;
  if (piece.length > mostOpen && countOf(piece, /\[/g) > countOf(piece, /\]/g)) return true;
  return countOf(piece, /\r\n?|\n/g) > mostLines && container.test(piece);
}
