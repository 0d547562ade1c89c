export type Place = { start: number; end: number };

/** Finds a pattern after places of a text, which must be asked for in their order: reads the text once, also if there is none. */
export function createFinder(text: string, pattern: RegExp): (from: number) => Place | undefined {
  const matches = text.matchAll(pattern);
  let next = matches.next();
  return (from) => {
    while (!next.done && next.value.index < from) next = matches.next();
    if (next.done) return undefined;
    return { start: next.value.index, end: next.value.index + next.value[0].length };
  };
}
