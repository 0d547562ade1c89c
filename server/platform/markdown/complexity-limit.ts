import type { Nodes, Root } from 'mdast';
import type { Plugin } from 'unified';
import { visit } from 'unist-util-visit';
import { countingConstructs } from './counting-constructs.ts';
import { countLineSteps } from './line-complexity.ts';
import { countUrlSteps } from './url-complexity.ts';

/** The text costs more than a text of its length may; the caller responds with 400. */
export class ComplexityLimitError extends Error {}

/** The text is nested too deeply; the caller responds with 400. */
export class TooDeepError extends Error {}

/** A step is one visit of the parser to something it has parsed before. Articles need a few thousand steps. */
const freeSteps = 5_000_000;
const stepsPerCharacter = 100;
/** Limit for the growth of a text by repeated definitions and by missing table cells. */
const freeGrowth = 100_000;

/**
 * Limits the work of the parser to a multiple of the text's length. In some places the parser searches back through
 * everything parsed so far, or ahead to the end. Each such search is counted before it happens, and a text that needs
 * too many is refused. Measurements found these places to have quadratic cost (`complexity-limit.test.ts`).
 */
export const limitComplexity: Plugin<[], Root> = function () {
  const data = this.data();
  const parse = this.parser;
  let source = '';
  let remaining = 0;
  const charge = (steps: number): void => {
    remaining -= steps;
    if (remaining < 0) throw new ComplexityLimitError('too intricate');
  };
  const constructs = countingConstructs({
    charge,
    /** Length of the rest of the paragraph. */
    ahead(offset) {
      const end = source.indexOf('\n\n', offset);
      return (end < 0 ? source.length : end) - offset;
    },
  });
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), constructs];
  this.parser = (markdown, file) => {
    source = markdown;
    remaining = freeSteps + markdown.length * stepsPerCharacter;
    charge(countLineSteps(markdown) + countUrlSteps(markdown));
    const tree = parse?.(markdown, file) as Root;
    assertGrowth(tree, freeGrowth + markdown.length);
    return tree;
  };
};

/** Every reference repeats its definition, and a table row gets its missing cells. */
function assertGrowth(tree: Root, maxGrowth: number): void {
  const lengths = new Map<string, number>();
  visit(tree, 'definition', ({ identifier, url, title }) => {
    if (!lengths.has(identifier)) lengths.set(identifier, url.length + (title?.length ?? 0));
  });
  let growth = 0;
  visit(tree, (node: Nodes) => {
    if (node.type === 'linkReference' || node.type === 'imageReference')
      growth += lengths.get(node.identifier) ?? 0;
    if (node.type === 'table') growth += node.children.length * (node.align?.length ?? 0);
    if (growth > maxGrowth) throw new ComplexityLimitError('grows too much');
  });
}
