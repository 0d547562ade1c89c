import { refuse } from './problem.ts';
import { readToml } from './toml-value.ts';
import { getFields, readYaml, type YamlFields } from './yaml-value.ts';

/** `isMissing`: the file begins with its text. */
export type FrontMatter = { fields: YamlFields; body: string; bodyLine: number; isMissing: boolean };

const fence = /^---[ \t]*$/;
const closingFence = /^(---|\.\.\.)[ \t]*$/;
const tomlFence = /^\+\+\+[ \t]*$/;
/** Old files of Hexo have no first fence. */
const firstField = /^[A-Za-z][\w-]{0,30}:(?:[ \t]|$)/;
const maxOpenLines = 60;

/**
 * Splits a file into its front matter, between two lines `---` (YAML) or `+++` (TOML), and the text below it. A file without
 * front matter is all text. Lines end in `\n`. Throws Refusal with line and reason.
 */
export function splitFrontMatter(text: string): FrontMatter {
  const lines = text.split('\n');
  const isToml = tomlFence.test(lines[0] ?? '');
  const isFenced = isToml || fence.test(lines[0] ?? '');
  const closing = isToml ? tomlFence : isFenced ? closingFence : fence;
  const end = lines.findIndex((line, index) => index > 0 && closing.test(line));
  const hasFields = isFenced || (firstField.test(lines[0] ?? '') && end > 0 && end < maxOpenLines);
  if (!hasFields) return { fields: new Map(), ...bodyFrom(lines, 0), isMissing: true };
  if (end < 0) refuse('imports.frontMatterOpen', { line: 1 });
  const start = isFenced ? 1 : 0;
  const source = lines.slice(start, end).join('\n');
  const fields = isToml ? readToml(source, 2) : getFields(readYaml(source, start + 1));
  return { fields: withLowerCase(fields), ...bodyFrom(lines, end + 1), isMissing: false };
}

/** Hugo reads `Title` as `title`. */
function withLowerCase(fields: YamlFields): YamlFields {
  const renamed = [...fields].map(
    ([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value] as const,
  );
  return new Map([...renamed, ...fields]);
}

function bodyFrom(lines: string[], start: number): Pick<FrontMatter, 'body' | 'bodyLine'> {
  const first = lines.findIndex((line, index) => index >= start && line.trim() !== '');
  return {
    body: first < 0 ? '' : lines.slice(first).join('\n').trimEnd(),
    bodyLine: (first < 0 ? Math.max(0, start - 1) : first) + 1,
  };
}
