const definition = /^ {0,3}:[ \t]+(\S.*)$/;
/** A line of another block, which cannot be a term. */
const otherBlock =
  /^(?: {4}|\t|[ \t]*(?:#{1,6}[ \t]|[>|<]|[-*+][ \t]|\d{1,9}[.)][ \t]|`{3}|~{3}|[-*_=]{3,}[ \t]*$|\[\^?[^\]]+\]:))/;
const indent = /^(?: {1,4}|\t)/;

type Entry = { terms: string[]; definitions: string[][] };

/** Terms with definitions below them (`: text`) as `<dl>`. */
export function convertDefinitions(text: string): string {
  if (!/^ {0,3}:[ \t]/m.test(text)) return text;
  const lines = text.split('\n');
  const written: string[] = [];
  for (let at = 0; at < lines.length; ) {
    if (isBlank(lines[at])) {
      written.push('');
      at += 1;
      continue;
    }
    const entries: Entry[] = [];
    let next = at;
    for (let found = readEntry(lines, next); found; found = readEntry(lines, next)) {
      entries.push(found.entry);
      next = found.end;
    }
    if (entries.length > 0) written.push(toHtml(entries));
    else {
      // A paragraph that is no term is passed over as a whole.
      do written.push(lines[next++] ?? '');
      while (next < lines.length && !isBlank(lines[next - 1]) && !isBlank(lines[next]));
    }
    at = next;
  }
  return written.join('\n');
}

const isBlank = (line: string | undefined): boolean => line !== undefined && line.trim() === '';

/** Terms and their definitions that begin at a line, or after blank lines. */
function readEntry(lines: readonly string[], from: number): { entry: Entry; end: number } | undefined {
  const first = skipBlanks(lines, from);
  const afterTerms = skipWords(lines, first);
  const terms = lines.slice(first, afterTerms);
  if (terms.length === 0 || terms.some((line) => otherBlock.test(line))) return undefined;
  const definitions: string[][] = [];
  let end = afterTerms;
  for (
    let at = isBlank(lines[end]) ? end + 1 : end;
    definition.test(lines[at] ?? '');
    at = skipBlanks(lines, end)
  ) {
    const read = readDefinition(lines, at);
    definitions.push(read.words);
    end = read.end;
  }
  return definitions.length === 0 ? undefined : { entry: { terms, definitions }, end };
}

function skipBlanks(lines: readonly string[], from: number): number {
  let at = from;
  while (isBlank(lines[at])) at += 1;
  return at;
}

/** The end of the lines of a paragraph. */
function skipWords(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && !isBlank(lines[at]) && !definition.test(lines[at] ?? '')) at += 1;
  return at;
}

/** A definition with the lines that continue it: those of its paragraph, and indented ones. */
function readDefinition(lines: readonly string[], from: number): { words: string[]; end: number } {
  const words = [definition.exec(lines[from] ?? '')?.[1] ?? ''];
  let end = from + 1;
  for (let at = end; at < lines.length; at = end) {
    const start = skipBlanks(lines, at);
    const line = lines[start] ?? '';
    if (start >= lines.length || definition.test(line) || (start > at && !indent.test(line))) break;
    words.push(...lines.slice(at, start), line.replace(indent, ''));
    end = start + 1;
  }
  return { words, end };
}

/** With empty lines, between which Markdown is read. */
const toHtml = (entries: readonly Entry[]): string =>
  [
    '\n<dl>',
    ...entries.flatMap(({ terms, definitions }) => [
      ...terms.map((term) => `<dt>\n\n${term.trim()}\n\n</dt>`),
      ...definitions.map((words) => `<dd>\n\n${words.join('\n').trim()}\n\n</dd>`),
    ]),
    '</dl>\n',
  ].join('\n');
