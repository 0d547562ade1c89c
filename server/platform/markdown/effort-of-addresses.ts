/** The beginning of an address, and all of it up to the next blank; short ones cost nothing worth counting. */
const address = /(?:https?:\/\/|www\.)\S{64,}/gi;
/** What ends a sentence rather than an address (GFM 6.9), character references among it. */
const trail = /(?:[!"'),.:;<>?\]}_~*]|&[a-z]*)+/gi;
/** A character that is read takes more than one step. */
const stepsAhead = 10;

/**
 * What addresses cost a Markdown parser: at every sign that could end one, it looks whether only such signs follow, to the
 * end of their run.
 */
export function stepsOfAddresses(markdown: string): number {
  let steps = 0;
  for (const [found] of markdown.matchAll(address))
    for (const [run] of found.matchAll(trail)) steps += (stepsAhead * run.length ** 2) / 2;
  return steps;
}
