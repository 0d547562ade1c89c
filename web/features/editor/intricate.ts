/** In one piece without a blank line; a page of dense markup has some hundreds. */
const mostMarks = 2_000;
const mostLines = 1_000;
/** Instructions and declarations are each sought to the end of the piece. */
const mostDeclarations = 200;
/** Of a piece in which a bracket is open: every word of it is compared with the bracket. */
const mostOpen = 4_000;
/** In the whole text: each moves what stands before it. */
const mostUnderlines = 500;
const mostContainers = 1_000;

/** Signs in a row that may end an address: behind one, each of them is compared with all that follow. */
const longestTail = 1_000;

const deepestQuote = /^[ \t]*(?:>[ \t]*){100}/m;
const deepestIndent = /^[ \t]{200}/m;
const underline = /^[ \t]*(?:=+|-+)[ \t]*$/gm;
const container = /^[ \t]*(?:[>*+-]|\d{1,9}[.)]|\[\^)/m;

const countOf = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

/**
 * Whether a parser could be busy for minutes with a text: unclosed brackets and emphasis, quotes and lists cost it the
 * square of their number, and nesting its stack. The server counts more exactly and refuses some of these texts; in the
 * editor they stand as their source.
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
