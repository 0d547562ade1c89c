import path from 'node:path';
import type { ImportFolder } from './import-folder.ts';
import { parseDate } from './parse-date.ts';
import { Refusal } from './problem.ts';
import { readToml } from './toml-value.ts';
import { getFields, readYaml, type YamlFields, type YamlText, type YamlValue } from './yaml-value.ts';

/** What an article is called in an address. */
export type AddressParts = {
  file: string;
  title: string;
  slug: string | undefined;
  date: string | undefined;
  categories: readonly YamlText[];
};

/** What the configuration of a static blog says about its articles. */
export type StaticBlog = {
  /** Whether the generator evaluates Liquid or Nunjucks in texts. */
  isLiquid: boolean;
  /** The author of articles without one. */
  author: YamlText | undefined;
  /** The addresses that the generator has given to an article. */
  addressesOf(parts: AddressParts): string[];
};

export const plainBlog: StaticBlog = { isLiquid: false, author: undefined, addressesOf: () => [] };

type Generator = { name: 'jekyll' | 'hexo' | 'hugo' | 'eleventy' | 'zola'; fields: YamlFields };

const configFiles: ReadonlyArray<[Generator['name'], string]> = [
  ['hugo', 'hugo.toml'],
  ['hugo', 'hugo.yaml'],
  ['hugo', 'config/_default/hugo.toml'],
  ['hugo', 'config/_default/config.toml'],
  ['hugo', 'config.yaml'],
  ['hugo', 'config.yml'],
  ['hugo', 'config.toml'],
  ['jekyll', '_config.yml'],
  ['eleventy', '.eleventy.js'],
  ['eleventy', 'eleventy.config.js'],
  ['eleventy', 'eleventy.config.mjs'],
  ['eleventy', 'eleventy.config.cjs'],
];

/** Named styles of Jekyll. */
const jekyllStyles: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  weekdate: '/:categories/:year/W:week/:short_day/:title.html',
  none: '/:categories/:title.html',
};

/** Reads the configuration of the generator, if the folder has one that is known. It is only a hint: errors are ignored. */
export async function readStaticBlog(folder: ImportFolder): Promise<StaticBlog> {
  const generator = await findGenerator(folder);
  if (!generator) return plainBlog;
  const { name, fields } = generator;
  return {
    isLiquid: name === 'jekyll' || name === 'hexo' || name === 'eleventy',
    author: authorOf(fields),
    addressesOf: (parts) => addressesOf(generator, parts),
  };
}

async function findGenerator(folder: ImportFolder): Promise<Generator | undefined> {
  for (const [name, file] of configFiles) {
    const text = await folder.readText(file).catch(ignoreRefusal);
    if (text === undefined) continue;
    const fields = name === 'eleventy' ? new Map() : readFields(file, text);
    if (name === 'jekyll' && (await folder.listNames('source/_posts')).length > 0)
      return { name: 'hexo', fields };
    if (file === 'config.toml' && (fields.has('base_url') || fields.has('markdown')))
      return { name: 'zola', fields };
    return { name, fields };
  }
  return undefined;
}

const ignoreRefusal = (error: unknown): undefined => {
  if (!(error instanceof Refusal)) throw error;
};

function readFields(file: string, text: string): YamlFields {
  try {
    return file.endsWith('.toml') ? readToml(text, 1) : getFields(readYaml(text));
  } catch (error) {
    if (error instanceof Refusal) return new Map();
    throw error;
  }
}

const textOf = (value: YamlValue | undefined): string | undefined =>
  value?.kind === 'text' && value.text.trim() !== '' ? value.text.trim() : undefined;

const fieldsOf = (value: YamlValue | undefined): YamlFields =>
  value?.kind === 'map' ? value.fields : new Map();

function authorOf(fields: YamlFields): YamlText | undefined {
  const places = [fields, fieldsOf(fields.get('params'))].map((place) => place.get('author'));
  const text = places.map((one) => textOf(one) ?? textOf(fieldsOf(one).get('name'))).find(Boolean);
  return text === undefined ? undefined : { text, line: 1 };
}

function addressesOf({ name, fields }: Generator, parts: AddressParts): string[] {
  const place = locate(parts.file);
  if (name === 'jekyll') {
    if (!/(?:^|\/)_posts\//.test(parts.file)) return [];
    const style = textOf(fields.get('permalink')) ?? 'date';
    return fill(jekyllStyles[style] ?? style, parts, place);
  }
  if (name === 'hexo')
    return fill(textOf(fields.get('permalink')) ?? ':year/:month/:day/:title/', parts, place);
  if (name === 'hugo') {
    const { section } = place;
    const permalinks = fieldsOf(fields.get('permalinks'));
    const pattern = textOf(fieldsOf(permalinks.get('page')).get(section)) ?? textOf(permalinks.get(section));
    if (pattern) return fill(pattern, parts, place);
  }
  const last = parts.slug ?? place.name;
  return [`/${[...place.folders, last].filter(Boolean).join('/')}/`];
}

type Place = { folders: string[]; section: string; name: string };

/** Where the generators look for texts; what is below them is the address. */
const contentFolders = /^.*?(?:^|\/)(?:content|source|src\/(?:content|pages)|src|docs)(?=\/)/;

function locate(file: string): Place {
  const { dir, name } = path.posix.parse(file);
  const { name: base } = splitLanguage(name);
  const inside = dir
    .replace(contentFolders, '')
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('_'));
  const isIndex = base === 'index';
  const last = isIndex ? (inside.at(-1) ?? '') : base;
  return {
    folders: isIndex ? inside.slice(0, -1) : inside,
    section: inside[0] ?? '',
    name: last.replace(/^\d{4}-\d{1,2}-\d{1,2}-/, ''),
  };
}

const two = (value: number): string => String(value).padStart(2, '0');

/** A pattern with what stands for its placeholders; nothing if one of them is unknown. */
function fill(pattern: string, parts: AddressParts, place: Place): string[] {
  const date = parts.date === undefined ? undefined : parseDate(parts.date);
  // The day as it is written, which generators use unless they know a time zone.
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(parts.date ?? '') ?? [];
  const local = date && new Date(date.getTime() + 3 * 3_600_000);
  const [y, m, d] = [
    year ?? local?.getUTCFullYear(),
    month ?? (local && local.getUTCMonth() + 1),
    day ?? local?.getUTCDate(),
  ];
  const { categories } = parts;
  const values: Record<string, string | undefined> = {
    year: y === undefined ? undefined : String(y),
    short_year: y === undefined ? undefined : String(y).slice(2),
    month: m === undefined ? undefined : two(Number(m)),
    i_month: m === undefined ? undefined : String(Number(m)),
    day: d === undefined ? undefined : two(Number(d)),
    i_day: d === undefined ? undefined : String(Number(d)),
    title: parts.slug ?? place.name,
    slug: parts.slug ?? place.name,
    name: place.name,
    filename: place.name,
    contentbasename: place.name,
    slugorfilename: parts.slug ?? place.name,
    section: place.section,
    sections: place.folders.join('/'),
    category: categories[0]?.text ?? '',
    categories: categories.map(({ text }) => text).join('/'),
  };
  let isKnown = true;
  const filled = pattern.replace(/:([a-z_]+)/g, (found, word: string) => {
    const text = values[word];
    if (text === undefined) isKnown = false;
    return text === undefined ? found : encodeURI(text.replace(/\s+/g, '-'));
  });
  return isKnown ? [`/${filled}`.replace(/\/{2,}/g, '/')] : [];
}

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
