const containers = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)]|\[\^))*/;
const mark = /[>*+-]|\d{1,9}[.)]|\[\^/g;
/** Markdown knows only these two as space: a line of others is text. */
const contentCharacter = /[^ \t]/;
const bullet = /^\s*[*+-]\s/;
/** Cost that each line of a paragraph adds to the comparison with a continuation line. */
const comparedPerLine = 4;
/** Cost that each line adds to the move at the end of a quote or list. */
const movedPerLine = 8;
/** Each list on a line is searched for all lists inside it. */
const searchedPerList = 10;

/**
 * Estimates the cost of quotes and lists for a Markdown parser. A continuation line without the container's mark is
 * compared with the whole paragraph before it. Where a container ends or starts, the blocks before it are moved. Lists in
 * lists cost the square of their number.
 */
export function countLineSteps(markdown: string): number {
  let steps = 0;
  let inParagraph = 0;
  let isContained = false;
  let before = '';
  for (const [index, line] of markdown.split(/\r\n?|\n/).entries()) {
    if (!contentCharacter.test(line)) {
      inParagraph = 0;
      isContained = false;
      continue;
    }
    const marks = containers.exec(line)?.[0] ?? '';
    inParagraph += 1;
    steps += searchedPerList * (marks.match(mark)?.length ?? 0) ** 2;
    if (isContained && !bullet.test(line)) steps += comparedPerLine * inParagraph;
    if (marks !== before || (inParagraph === 1 && marks !== '')) steps += movedPerLine * index;
    isContained ||= marks !== '';
    before = marks;
  }
  return steps;
}
