import type { Nodes, Root } from 'mdast';
import type { Plugin } from 'unified';
import { visit } from 'unist-util-visit';
import { countingConstructs } from './effort-constructs.ts';
import { stepsOfAddresses } from './effort-of-addresses.ts';
import { stepsOfLines } from './effort-of-lines.ts';

/** A text that would cost more than a text of its length may; the caller answers 400. */
export class TooIntricateError extends Error {}

/** A step is one more look of the parser at what it has found before. Articles need a few thousand. */
const freeSteps = 5_000_000;
const stepsPerCharacter = 500;
/** What a text may grow by: definitions that are referred to, and cells that rows leave out. */
const freeGrowth = 100_000;

/**
 * Keeps what a parser does proportional to the length of a text. In some places it looks back over all that it has found
 * so far, or ahead to the end: before it does, that is counted, and a text that asks for too much of it is refused. The
 * places are those that measurements have found to grow with the square (`effort.test.ts`).
 */
export const limitedEffort: Plugin<[], Root> = function () {
  const data = this.data();
  const parse = this.parser;
  let source = '';
  let left = 0;
  const charge = (steps: number): void => {
    left -= steps;
    if (left < 0) throw new TooIntricateError('too intricate');
  };
  const constructs = countingConstructs({
    charge,
    /** How far a paragraph goes on. */
    ahead(offset) {
      const end = source.indexOf('\n\n', offset);
      return (end < 0 ? source.length : end) - offset;
    },
  });
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), constructs];
  this.parser = (markdown, file) => {
    source = markdown;
    left = freeSteps + markdown.length * stepsPerCharacter;
    charge(stepsOfLines(markdown) + stepsOfAddresses(markdown));
    const tree = parse?.(markdown, file) as Root;
    refuseGrowth(tree, freeGrowth + markdown.length);
    return tree;
  };
};

/** A definition is written out wherever it is referred to, and a row gets the cells that it leaves out. */
function refuseGrowth(tree: Root, most: number): void {
  const lengths = new Map<string, number>();
  visit(tree, 'definition', ({ identifier, url, title }) => {
    if (!lengths.has(identifier)) lengths.set(identifier, url.length + (title?.length ?? 0));
  });
  let growth = 0;
  visit(tree, (node: Nodes) => {
    if (node.type === 'linkReference' || node.type === 'imageReference')
      growth += lengths.get(node.identifier) ?? 0;
    if (node.type === 'table') growth += node.children.length * (node.align?.length ?? 0);
    if (growth > most) throw new TooIntricateError('grows too much');
  });
}
