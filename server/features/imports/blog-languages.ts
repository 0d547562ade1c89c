import path from 'node:path';

const languages = new Set(
  'ru en de fr es it pt uk be kk pl cs zh ja ko tr ar he fa nl sv fi da no bg sr hr ro hu el vi id th hy ka az uz ky'.split(
    ' ',
  ),
);

/** `index.ru` is `index` in Russian. */
export function splitLanguage(name: string): { name: string; language: string | undefined } {
  const [, base, mark = ''] = /^(.+)\.([a-z]{2})(?:-[A-Za-z]{2,4})?$/.exec(name) ?? [];
  return base !== undefined && languages.has(mark)
    ? { name: base, language: mark }
    : { name, language: undefined };
}

/** The path without what names its language, and the language. */
function withoutLanguage(file: string): { key: string; language: string | undefined } {
  const { dir, name, ext } = path.posix.parse(file);
  const split = splitLanguage(name);
  const folders = dir.split('/');
  const index = folders.findIndex(
    (part) => /^[a-z]{2}(?:-[A-Za-z]{2,4})?$/.test(part) && languages.has(part.slice(0, 2)),
  );
  if (split.language === undefined && index < 0)
    return { key: file.replace(/\.mdx?$/, '.md'), language: undefined };
  const language = split.language ?? folders[index]?.slice(0, 2);
  const rest = index < 0 ? folders : folders.toSpliced(index, 1);
  return { key: path.posix.join(...rest, `${split.name}${ext.replace(/x$/, '')}`), language };
}

/**
 * The files that are translations of another one, with the file that is taken instead: in Russian, without a mark of its language,
 * or the first.
 */
export function findTranslations(files: readonly string[]): Map<string, string> {
  const groups = Map.groupBy(
    files.map((file) => ({ file, ...withoutLanguage(file) })),
    ({ key }) => key,
  );
  const translations = new Map<string, string>();
  for (const group of groups.values()) {
    if (group.length < 2 || new Set(group.map(({ language }) => language)).size < group.length) continue;
    const taken =
      group.find(({ language }) => language === 'ru') ?? group.find(({ language }) => !language) ?? group[0];
    for (const { file } of group) if (taken && file !== taken.file) translations.set(file, taken.file);
  }
  return translations;
}
