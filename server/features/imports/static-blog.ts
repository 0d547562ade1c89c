import path from 'node:path';
import { trim, trimEnd } from '#contract/trim.ts';
import { splitLanguage } from './blog-languages.ts';
import { type Generator, getOption, type Markup, readMarkup } from './blog-markup.ts';
import type { ImportFolder } from './import-folder.ts';
import type { SourceTools } from './import-source.ts';
import { parseDate } from './parse-date.ts';
import { Refusal } from './problem.ts';
import type { ReadSource } from './text-readers.ts';
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
export type BlogConfig = {
  /** The author of articles without one. */
  author?: YamlText | undefined;
  /** The pattern of addresses, for all articles or for those of a section. */
  permalink?: string | undefined;
  permalinks?: ReadonlyMap<string, string>;
  /** Jekyll dates addresses in it. */
  timeZone?: string | undefined;
  /** The address of the blog. */
  siteUrl?: string | undefined;
  markup?: Markup;
};
export type StaticBlog = BlogConfig & { generator: Generator | undefined };

export const plainBlog: StaticBlog = { generator: undefined };

const configFiles: ReadonlyArray<[Generator, string]> = [
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
export async function readStaticBlog(folder: ImportFolder, { read }: SourceTools): Promise<StaticBlog> {
  for (const [name, file] of configFiles) {
    const text = await folder.readText(file).catch(ignoreRefusal);
    if (text === undefined) continue;
    const isHexo = name === 'jekyll' && (await folder.listNames('source/_posts')).length > 0;
    const known = { generator: isHexo ? 'hexo' : name, packages: await listPackages(folder, read) };
    return (
      (await read('blogConfig', file, text, known).catch(ignoreRefusal)) ??
      read('blogConfig', file, '', known)
    );
  }
  return plainBlog;
}

/** The names of the packages of JavaScript and Ruby that a blog uses. */
async function listPackages(folder: ImportFolder, read: ReadSource): Promise<string[]> {
  const readOf = (file: string) => folder.readText(file).catch(ignoreRefusal);
  const [packages = '', gems = ''] = [await readOf('package.json'), await readOf('Gemfile')];
  const fields = await read('fields', packages).catch(ignoreRefusal);
  const named = ['dependencies', 'devDependencies'].flatMap((name) => [
    ...fieldsOf(fields?.get(name)).keys(),
  ]);
  return [...named, ...Array.from(gems.matchAll(gem), ([, name = '']) => name)];
}

const gem = /^[ \t]*gem[ \t]+["']([\w-]+)["']/gm;

/** Whether the generator evaluates Liquid or Nunjucks in texts. */
export const isLiquid = ({ generator }: StaticBlog): boolean =>
  generator === 'jekyll' || generator === 'hexo' || generator === 'eleventy';

const ignoreRefusal = (error: unknown): undefined => {
  if (!(error instanceof Refusal)) throw error;
};

/** What else is known of the blog. */
type KnownBlog = { generator: Generator; packages?: readonly string[] };

/** Every article gets it, so it is small: longer patterns and more sections are not believed. Throws Refusal. */
export function readBlogConfig(
  file: string,
  text: string,
  { generator: named, packages = [] }: KnownBlog,
): StaticBlog {
  if (named === 'eleventy') return { generator: named, markup: readMarkup(named, new Map(), packages) };
  const fields = file.endsWith('.toml') ? readToml(text, 1) : getFields(readYaml(text));
  // Zola has a configuration of the same name as Hugo.
  const isZola = file === 'config.toml' && (fields.has('base_url') || fields.has('markdown'));
  const generator = isZola ? 'zola' : named;
  const permalinks = fieldsOf(fields.get('permalinks'));
  const patterns = [...permalinks, ...fieldsOf(permalinks.get('page'))].flatMap(
    ([section, value]): Array<[string, string]> => {
      const pattern = patternOf(value);
      return pattern === undefined ? [] : [[section, pattern]];
    },
  );
  return {
    generator,
    author: authorOf(fields),
    permalink: patternOf(fields.get('permalink')),
    permalinks: new Map(patterns.slice(-maxSections)),
    timeZone: generator === 'jekyll' ? textOf(fields.get('timezone')) : undefined,
    siteUrl: siteUrlOf(generator, fields),
    markup: readMarkup(generator, fields, packages),
  };
}

const urlFields: Readonly<Partial<Record<Generator, string>>> = { hugo: 'baseURL', zola: 'base_url' };

function siteUrlOf(generator: Generator, fields: YamlFields): string | undefined {
  const url = textOf(getOption(fields, urlFields[generator] ?? 'url')) ?? '';
  const base = generator === 'jekyll' ? textOf(fields.get('baseurl')) : undefined;
  const address = base === undefined ? url : `${trimEnd(url, '/')}/${trim(base, '/')}`;
  return /^https?:/i.test(address) && URL.canParse(address) ? address.slice(0, maxPatternLength) : undefined;
}

const maxSections = 100;
const maxPatternLength = 500;

function patternOf(value: YamlValue | undefined): string | undefined {
  const text = textOf(value);
  return text !== undefined && text.length <= maxPatternLength ? text : undefined;
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

/** The addresses that the generator has given to an article. */
export function addressesOf(
  { generator, permalink, permalinks, timeZone }: StaticBlog,
  parts: AddressParts,
): string[] {
  if (generator === undefined) return [];
  const place = locate(parts.file);
  if (generator === 'jekyll') {
    if (!/(?:^|\/)_posts\//.test(parts.file)) return [];
    const style = permalink ?? 'date';
    const pattern = Object.hasOwn(jekyllStyles, style) ? (jekyllStyles[style] ?? '') : style;
    const dates = jekyllDates(parts.date, timeZone);
    const found = jekyllCategories(parts).flatMap((names) =>
      dates.flatMap((date) => fill(pattern, { ...parts, date }, place, names)),
    );
    return [...new Set(found)];
  }
  if (generator === 'hexo') return fill(permalink ?? ':year/:month/:day/:title/', parts, place);
  const pattern = generator === 'hugo' ? permalinks?.get(place.section) : undefined;
  if (pattern) return fill(pattern, parts, place);
  const last = parts.slug ?? place.name;
  return [`/${[...place.folders, last].filter(Boolean).join('/')}/`];
}

/** A date as it is written, and those of its day in UTC and in the time zone of the blog, one of which Jekyll has used. */
function jekyllDates(date: string | undefined, timeZone = 'UTC'): Array<string | undefined> {
  const hasTime = /\d:\d/.test(date ?? '');
  const instant = hasTime
    ? parseDate(/(?:Z|[+-]\d{2}:?\d{2})$/.test(date ?? '') ? (date ?? '') : `${date}Z`)
    : undefined;
  if (!instant) return [date];
  return [date, ...['UTC', timeZone].flatMap((zone) => dayIn(instant, zone) ?? [])];
}

function dayIn(instant: Date, timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(instant);
  } catch {
    return undefined;
  }
}

/** Folders around the articles are categories too, unless they are the folder of the blog. */
function jekyllCategories({ file, categories }: AddressParts): string[][] {
  const folders = file.split('/').slice(0, file.split('/').indexOf('_posts'));
  const names = categories.map(({ text }) => text);
  return [[...new Set([...folders, ...names])], names].map((all) => all.map(encodeURIComponent));
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
function fill(
  pattern: string,
  parts: AddressParts,
  place: Place,
  names = parts.categories.map(({ text }) => encodeURI(text.replace(/\s+/g, '-'))),
): string[] {
  const date = parts.date === undefined ? undefined : parseDate(parts.date);
  // The day as it is written, which generators use unless they know a time zone.
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(parts.date ?? '') ?? [];
  const local = date && new Date(date.getTime() + 3 * 3_600_000);
  const [y, m, d] = [
    year ?? local?.getUTCFullYear(),
    month ?? (local && local.getUTCMonth() + 1),
    day ?? local?.getUTCDate(),
  ];
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
    category: names[0] ?? '',
    categories: names.join('/'),
  };
  let isKnown = true;
  const filled = pattern.replace(/:([a-z_]+)/g, (found, word: string) => {
    const text = Object.hasOwn(values, word) ? values[word] : undefined;
    if (text === undefined) isKnown = false;
    if (text === undefined || word.startsWith('categor')) return text ?? found;
    return encodeURI(text.replace(/\s+/g, '-'));
  });
  return isKnown ? [`/${filled}`.replace(/\/{2,}/g, '/')] : [];
}
