import { refuse } from './problem.ts';
import { readToml } from './toml-value.ts';
import { getFields, readYaml, type YamlFields } from './yaml-value.ts';

export type FrontMatter = { fields: YamlFields; body: string; bodyLine: number };

const fence = /^---[ \t]*$/;
const closingFence = /^(---|\.\.\.)[ \t]*$/;
const tomlFence = /^\+\+\+[ \t]*$/;

/**
 * Splits a file into its front matter, between two lines `---` (YAML) or `+++` (TOML), and the text below it. Lines end in `\n`.
 * Throws Refusal with line and reason.
 */
export function splitFrontMatter(text: string): FrontMatter {
  const lines = text.split('\n');
  const isToml = tomlFence.test(lines[0] ?? '');
  if (!isToml && !fence.test(lines[0] ?? '')) refuse('imports.frontMatterMissing', { line: 1 });
  const closing = isToml ? tomlFence : closingFence;
  const end = lines.findIndex((line, index) => index > 0 && closing.test(line));
  if (end < 0) refuse('imports.frontMatterOpen', { line: 1 });
  const source = lines.slice(1, end).join('\n');
  const fields = isToml ? readToml(source, 2) : getFields(readYaml(source, 2));
  const first = lines.findIndex((line, index) => index > end && line.trim() !== '');
  return {
    fields,
    body: first < 0 ? '' : lines.slice(first).join('\n').trimEnd(),
    bodyLine: (first < 0 ? end : first) + 1,
  };
}
