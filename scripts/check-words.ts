import { resolve } from 'node:path';
import { listSourceFiles, readSourceFile, type Snippet, type SourceFile } from './source-files.ts';
import { archaicWords, privateWords, type WordRule, wordExceptions } from './words.ts';

/** `cacheTags`, `cache-tags.ts` and `cache_tags` are the words «cache tags». */
export const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .toLowerCase();

export function findWords({ path, prose, testNames, names }: Omit<SourceFile, 'strings'>): string[] {
  const excepted = wordExceptions.filter(({ files }) => files.test(path));
  const rules = [...privateWords, ...archaicWords].filter(
    ({ word, only }) => !excepted.some(({ words }) => words.test(word)) && (only?.test(path) ?? true),
  );
  const find = (where: 'name' | 'prose', snippets: Snippet[]) =>
    snippets.flatMap(({ text, line }) =>
      rules
        .filter(
          (rule) =>
            rule.where.includes(where) &&
            rule.pattern.test(where === 'name' ? wordsOf(text) : withoutCode(text)),
        )
        .map((rule) => describeFinding(rule, `${path}:${line}`, text)),
    );
  return [
    ...find('name', [{ text: path, line: 1 }]),
    ...find('name', names),
    ...find('prose', [...prose, ...testNames]),
  ];
}

const describeFinding = ({ word, standard }: WordRule, where: string, text: string): string =>
  `${where} «${word}» → ${standard}: ${text.trim().slice(0, 110)}`;

/** Code in prose names real things: fields of the API, columns and messages of other programs. */
const withoutCode = (text: string): string => text.replace(/`[^`]*`/g, '').toLowerCase();

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..');
  const files = listSourceFiles(root);
  const found = files.flatMap((path) => findWords(readSourceFile(root, path)));
  if (found.length > 0) console.error(found.join('\n'));
  console.log(`words: ${files.length} files read, ${found.length} words to replace`);
  if (found.length > 0) process.exitCode = 1;
}
