/** Counts the line ends before places of a text, which must be asked for in their order: reads the text once. */
export function createLineCounter(text: string): (offset: number) => number {
  let lines = 0;
  let next = text.indexOf('\n');
  return (offset) => {
    while (next >= 0 && next < offset) {
      lines += 1;
      next = text.indexOf('\n', next + 1);
    }
    return lines;
  };
}
