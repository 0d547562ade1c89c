/** The start of a URL up to the next white space; the cost of short ones is negligible. */
const urlPattern = /(?:https?:\/\/|www\.)\S{64,}/gi;
/** Trailing punctuation that is not part of a URL (GFM 6.9), including character references. */
const trailingPunctuation = /(?:[!"'),.:;<>?\]}_~*]|&[a-z]*)+/gi;
/** Reading a character takes more than one step. */
const stepsAhead = 10;

/**
 * Estimates the cost of URLs for a Markdown parser. At every character that may end a URL, the parser reads to the end
 * of the run to check that only such characters follow.
 */
export function countUrlSteps(markdown: string): number {
  let steps = 0;
  for (const [found] of markdown.matchAll(urlPattern))
    for (const [run] of found.matchAll(trailingPunctuation)) steps += (stepsAhead * run.length ** 2) / 2;
  return steps;
}
