import { refuse } from './problem.ts';
import { getFields, readYaml, type YamlFields } from './yaml-value.ts';

export type FrontMatter = { fields: YamlFields; body: string; bodyLine: number };

const fence = /^---[ \t]*$/;
const closingFence = /^(---|\.\.\.)[ \t]*$/;

/**
 * Splits a file into its front matter, between two lines `---`, and the text below it. Lines end in `\n`.
 * Throws Refusal with line and reason.
 */
export function splitFrontMatter(text: string): FrontMatter {
  const lines = text.split('\n');
  if (!fence.test(lines[0] ?? '')) refuse('imports.frontMatterMissing', { line: 1 });
  const end = lines.findIndex((line, index) => index > 0 && closingFence.test(line));
  if (end < 0) refuse('imports.frontMatterOpen', { line: 1 });
  const fields = getFields(readYaml(lines.slice(1, end).join('\n'), 2));
  const first = lines.findIndex((line, index) => index > end && line.trim() !== '');
  return {
    fields,
    body: first < 0 ? '' : lines.slice(first).join('\n').trimEnd(),
    bodyLine: (first < 0 ? end : first) + 1,
  };
}
