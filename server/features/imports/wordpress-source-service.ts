import path from 'node:path';
import { trimEnd } from '#contract/trim.ts';
import type { CategoryPlan } from './category-data.ts';
import type { FileProblem, ImportFolder } from './import-folder.ts';
import {
  convertWith,
  hashOfSource,
  type ImportSource,
  type SourcePerson,
  type SourceTools,
} from './import-source.ts';
import type { People } from './people.ts';
import { Refusal } from './problem.ts';
import { createWebPictures } from './web-pictures.ts';
import { fileOf, isKnownStatus, type WordPressMetadata } from './wordpress-item.ts';
import {
  childrenOf,
  childText,
  contentOf,
  detectEncoding,
  readChannel,
  type XmlNode,
} from './wordpress-xml.ts';

export type WordPressOptions = {
  people: People;
  folder: ImportFolder | undefined;
  isOffline: boolean;
  /** Whether pages become articles. */
  hasPages: boolean;
};

/** What stands before the articles, and the pictures, which may stand anywhere. */
type Overview = {
  siteUrl: string | undefined;
  authors: Map<string, SourcePerson>;
  authorsById: Map<string, SourcePerson>;
  categories: Map<string, CategoryPlan>;
  /** Addresses of attached pictures. */
  attachments: Map<number, string>;
  /** The numbers of the pictures that were uploaded for an article. */
  picturesOf: Map<number, number[]>;
  articles: number;
};

/** A gallery without numbers shows all of an article: several articles may claim the same ones. */
const maxOwnPictures = 1_000;
const picture = /\.(?:jpe?g|png|gif|webp|avif)$/i;
/** An export of WordPress, read twice: first for authors, categories and pictures, then for the articles, one by one. */
export async function openWordPress(
  file: string,
  options: WordPressOptions,
  { now, read, undated = now }: SourceTools,
): Promise<ImportSource> {
  const encoding = await detectEncoding(file);
  const name = path.basename(file);
  const problems: FileProblem[] = [];
  const overview = await readOverview(file, encoding, { ...options, read, problems });
  const { siteUrl } = overview;
  if (!/^utf-?8$/i.test(encoding))
    problems.push({ file: name, key: 'imports.encoding', values: { encoding } });
  // Articles are made of what stands elsewhere in the file too.
  const version = hashOfSource(overview);
  let tags = 0;
  return {
    key: `wordpress:${siteUrl ?? name}`.slice(0, 500),
    isKnownBySlug: false,
    people: options.people,
    knownCategories: overview.categories,
    pictures: createWebPictures({ ...options, siteUrl }),
    total: overview.articles,
    problems,
    async *read() {
      for await (const node of readChannel(file, encoding)) {
        if (!isArticle(node, options)) continue;
        tags += Math.max(0, childrenOf(node, 'category').length - 1);
        const metadata = { ...metadataOf(node, overview), file: fileOf(node, name), now, undated };
        yield {
          file: metadata.file,
          hash: hashOfSource([version, node]),
          convert: () => convertWith(metadata.file, node.line, () => read('wordPressItem', node, metadata)),
        };
      }
      if (tags > 0) problems.push({ file: name, key: 'imports.tagsLeftOut', values: { count: tags } });
    },
  };
}

function isArticle(node: XmlNode, { hasPages }: WordPressOptions): boolean {
  if (node.name !== 'item') return false;
  const type = childText(node, 'wp:post_type');
  const isWanted = type === 'post' || (hasPages && type === 'page');
  return isWanted && isKnownStatus(childText(node, 'wp:status'));
}

async function readOverview(
  file: string,
  encoding: string,
  options: WordPressOptions & Pick<SourceTools, 'read'> & { problems: FileProblem[] },
): Promise<Overview> {
  const overview: Overview = {
    siteUrl: undefined,
    authors: new Map(),
    authorsById: new Map(),
    categories: new Map(),
    attachments: new Map(),
    picturesOf: new Map(),
    articles: 0,
  };
  for await (const node of readChannel(file, encoding)) {
    if (node.name === 'wp:base_blog_url' || (node.name === 'link' && !overview.siteUrl))
      overview.siteUrl = URL.canParse(node.text.trim()) ? trimEnd(node.text.trim(), '/') : undefined;
    else if (node.name === 'wp:author') addAuthor(overview, node);
    else if (node.name === 'wp:category') await addCategory(overview, node, { file, ...options });
    else if (isArticle(node, options)) overview.articles += 1;
    else if (childText(node, 'wp:post_type') === 'attachment') addAttachment(overview, node);
  }
  return overview;
}

function addAttachment({ attachments, picturesOf }: Overview, node: XmlNode): void {
  const id = Number(childText(node, 'wp:post_id'));
  const url = detach(childText(node, 'wp:attachment_url'));
  attachments.set(id, url);
  const parent = Number(childText(node, 'wp:post_parent'));
  const ids = picturesOf.get(parent) ?? [];
  if (!(parent > 0) || !picture.test(url) || ids.length >= maxOwnPictures) return;
  ids.push(id);
  picturesOf.set(parent, ids);
}

/** A copy of a text: a part of a long text keeps all of it in memory. */
const detach = (text: string): string => Buffer.from(text).toString();

function addAuthor({ authors, authorsById }: Overview, node: XmlNode): void {
  const username = childText(node, 'wp:author_login');
  const person = {
    id: `author:${username}`.slice(0, 300),
    name: childText(node, 'wp:author_display_name') || username,
    username,
    email: childText(node, 'wp:author_email') || undefined,
    isVerified: true,
  };
  authors.set(username, person);
  const id = childText(node, 'wp:author_id');
  if (id !== '' && id !== '0') authorsById.set(id, person);
}

async function addCategory(
  { categories }: Overview,
  node: XmlNode,
  { file, read, problems }: Pick<SourceTools, 'read'> & { file: string; problems: FileProblem[] },
): Promise<void> {
  try {
    const found = await read('wordPressCategory', node);
    if (found) categories.set(...found);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    problems.push({ line: node.line, ...error.problem, file: path.basename(file) });
  }
}

/** What the export says elsewhere about an article: every article gets only its own part. */
function metadataOf(
  node: XmlNode,
  { siteUrl, authors, authorsById, attachments, picturesOf }: Overview,
): Omit<WordPressMetadata, 'file' | 'now' | 'undated'> {
  const numbers = [...contentOf(node).matchAll(gallery)].flatMap(([call]) => call.match(/\d+/g) ?? []);
  const own = picturesOf.get(Number(childText(node, 'wp:post_id'))) ?? [];
  const commenters = childrenOf(node, 'wp:comment').map((one) => childText(one, 'wp:comment_user_id'));
  return {
    siteUrl,
    author: authors.get(childText(node, 'dc:creator')),
    authorsById: pick(authorsById, commenters),
    cover: coverOf(node, attachments),
    attachments: pick(attachments, numbers.map(Number)),
    ownPictures: own.flatMap((id) => attachments.get(id) ?? []),
  };
}

const gallery = /\[gallery\s[^[\]]*/gi;

function pick<Key, Value>(from: ReadonlyMap<Key, Value>, keys: readonly Key[]): Map<Key, Value> {
  const picked = new Map<Key, Value>();
  for (const key of keys) {
    const value = from.get(key);
    if (value !== undefined) picked.set(key, value);
  }
  return picked;
}

function coverOf(node: XmlNode, attachments: ReadonlyMap<number, string>): string | undefined {
  const meta = childrenOf(node, 'wp:postmeta').find(
    (one) => childText(one, 'wp:meta_key') === '_thumbnail_id',
  );
  return meta && attachments.get(Number(childText(meta, 'wp:meta_value')));
}
