const containers = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)]|\[\^))*/;
const bullet = /^\s*[*+-]\s/;
/** What a line adds to what is compared where another goes on. */
const comparedPerLine = 4;
/** What a line adds to what is moved where a quote or a list ends. */
const movedPerLine = 8;

/**
 * What quotes and lists cost a Markdown parser. A line that goes on in one without its mark is compared with all of the
 * paragraph before it; and where one ends or another begins, the blocks before it are moved.
 */
export function stepsOfLines(markdown: string): number {
  let steps = 0;
  let inParagraph = 0;
  let isContained = false;
  let before = '';
  for (const [index, line] of markdown.split(/\r\n?|\n/).entries()) {
    if (line.trim() === '') {
      inParagraph = 0;
      isContained = false;
      continue;
    }
    const marks = containers.exec(line)?.[0] ?? '';
    inParagraph += 1;
    if (isContained && !bullet.test(line)) steps += comparedPerLine * inParagraph;
    if (marks !== before || (inParagraph === 1 && marks !== '')) steps += movedPerLine * index;
    isContained ||= marks !== '';
    before = marks;
  }
  return steps;
}
