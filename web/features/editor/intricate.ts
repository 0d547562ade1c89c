/** In one piece without a blank line; a page of dense markup has some hundreds. */
const mostMarks = 2_000;
const deepestQuote = /^[ \t]*(?:>[ \t]*){100}/m;
const deepestIndent = /^[ \t]{200}/m;

/**
 * Whether a parser could be busy for minutes with a text: unclosed brackets and emphasis cost it the square of their
 * number, and nesting its stack. The server refuses such texts; in the editor they stand as their source.
 */
export function isTooIntricate(markdown: string): boolean {
  if (deepestQuote.test(markdown) || deepestIndent.test(markdown)) return true;
  return markdown.split(/\n[ \t]*\n/).some((piece) => (piece.match(/[[\]*_~`<!]/g)?.length ?? 0) > mostMarks);
}
