import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { trimEnd } from '#contract/trim.ts';
import { cutText } from '#locales/cut-text.ts';
import { type CategoryPlan, createCategoryPlan } from './category-data.ts';
import { readMembers } from './ghost-members.ts';
import type { GhostMetadata } from './ghost-post.ts';
import { idOf, type Row, textIn } from './ghost-row.ts';
import type { FileProblem, ImportFolder } from './import-folder.ts';
import {
  convertWith,
  hashOfSource,
  type ImportSource,
  type SourcePerson,
  type SourceTools,
} from './import-source.ts';
import type { People } from './people.ts';
import { refuse } from './problem.ts';
import { createWebPictures } from './web-pictures.ts';

export type GhostOptions = {
  people: People;
  folder: ImportFolder | undefined;
  isOffline: boolean;
  /** Whether pages become articles. */
  hasPages: boolean;
  /** The address of the blog, which an export does not contain. */
  siteUrl: string | undefined;
  /** A file with the members, who become accounts. */
  membersFile?: string | undefined;
};

type Tables = {
  name: string;
  siteUrl: string;
  authors: Map<string, SourcePerson>;
  tags: Map<string, CategoryPlan>;
  /** Of each post, in their order. */
  tagsOf: Map<string, string[]>;
  authorsOf: Map<string, string[]>;
  metaOf: Map<string, Row>;
};

/** The text of a file is one string of JavaScript, which has a maximum length. */
const maxMebibytes = 400;
/** A host that cannot exist (RFC 2606): pictures of the blog are then in the folder or nowhere. */
const unknownSite = 'http://ghost.invalid';

/** An export of Ghost: one JSON file without pictures. Throws Refusal. */
export async function openGhost(
  file: string,
  options: GhostOptions,
  { now, read, undated = now }: SourceTools,
): Promise<ImportSource> {
  const data = await readExport(file);
  const name = path.basename(file);
  const siteUrl = trimEnd(options.siteUrl ?? unknownSite, '/');
  const tables = readTables(data, { name, siteUrl });
  // Articles are made of all of it.
  const version = hashOfSource(tables);
  const posts = rowsOf(data, 'posts').filter((post) => options.hasPages || !isPage(post));
  const title = rowsOf(data, 'settings').find(({ key }) => key === 'title');
  const problems: FileProblem[] = [];
  const { membersFile } = options;
  const pictures = createWebPictures({ ...options, siteUrl });
  return {
    key: `ghost:${options.siteUrl ?? (textIn(title, 'value') || name)}`.slice(0, 500),
    isKnownBySlug: false,
    people: options.people,
    knownCategories: tables.tags,
    pictures: {
      ...pictures,
      async locatePicture(from, target) {
        const location = await pictures.locatePicture(from, target);
        return location.startsWith(`${unknownSite}/`) ? refuse('imports.pictureMissing') : location;
      },
    },
    total: posts.length,
    problems,
    ...(membersFile !== undefined && { members: () => readMembers(membersFile) }),
    async *read() {
      let tags = 0;
      let featured = 0;
      for (const post of posts) {
        tags += Math.max(0, (tables.tagsOf.get(idOf(post.id)) ?? []).length - 1);
        featured += Number(isTrue(post.featured));
        const metadata = { ...metadataOf(post, tables), now, undated };
        yield {
          file: metadata.file,
          hash: hashOfSource([version, post]),
          convert: () => convertWith(metadata.file, undefined, () => read('ghostPost', post, metadata)),
        };
      }
      if (tags > 0) problems.push({ file: name, key: 'imports.tagsLeftOut', values: { count: tags } });
      if (featured > 0)
        problems.push({ file: name, key: 'imports.featuredLeftOut', values: { count: featured } });
    },
  };
}

async function readExport(file: string): Promise<Row> {
  const { size } = await stat(file);
  if (size > maxMebibytes * 1024 * 1024) refuse('imports.fileTooLarge', {}, { max: maxMebibytes });
  const value = parseJson(await readFile(file, 'utf8'));
  const outer = Array.isArray(value?.db) ? (value.db[0] as Row | undefined) : value;
  const data = outer?.data;
  if (typeof data !== 'object' || data === null || !Array.isArray((data as Row).posts))
    return refuse('imports.notGhost');
  return data as Row;
}

function parseJson(text: string): Row | null {
  try {
    return JSON.parse(text) as Row | null;
  } catch {
    return refuse('imports.notGhost');
  }
}

const rowsOf = (data: Row, name: string): Row[] => {
  const rows = data[name];
  return Array.isArray(rows) ? rows.filter((row) => typeof row === 'object' && row !== null) : [];
};
const isTrue = (value: unknown): boolean => value === true || value === 1;
const isPage = (post: Row): boolean => post.type === 'page' || isTrue(post.page);

function readTables(data: Row, { name, siteUrl }: { name: string; siteUrl: string }): Tables {
  const authors = new Map<string, SourcePerson>();
  for (const user of rowsOf(data, 'users')) {
    const username = textIn(user, 'slug');
    authors.set(idOf(user.id), {
      id: `author:${username || idOf(user.id)}`,
      name: textIn(user, 'name') || username,
      username: username || undefined,
      email: textIn(user, 'email') || undefined,
      bio: textIn(user, 'bio') || undefined,
      isVerified: true,
    });
  }
  const tags = new Map<string, CategoryPlan>();
  for (const tag of rowsOf(data, 'tags')) {
    const label = cutText(textIn(tag, 'name'), 100);
    // Tags with # are notes of the editors.
    if (label === '' || label.startsWith('#') || tag.visibility === 'internal') continue;
    const description = cutText(textIn(tag, 'description'), 1_000);
    const plan = createCategoryPlan(textIn(tag, 'slug') || label, label, { line: 1 });
    tags.set(idOf(tag.id), { ...plan, description });
  }
  return {
    ...{ name, siteUrl, authors, tags },
    tagsOf: linksOf(rowsOf(data, 'posts_tags'), 'tag_id', tags),
    authorsOf: linksOf(rowsOf(data, 'posts_authors'), 'author_id', authors),
    metaOf: new Map(rowsOf(data, 'posts_meta').map((row) => [idOf(row.post_id), row])),
  };
}

/** The ids that posts are linked with, in their order. */
function linksOf(rows: Row[], column: string, known: ReadonlyMap<string, unknown>): Map<string, string[]> {
  const links = new Map<string, string[]>();
  for (const row of rows.toSorted((left, right) => Number(left.sort_order) - Number(right.sort_order))) {
    const id = idOf(row[column]);
    if (!known.has(id)) continue;
    const post = idOf(row.post_id);
    const ids = links.get(post) ?? [];
    ids.push(id);
    links.set(post, ids);
  }
  return links;
}

const fileOf = (post: Row, name: string): string => `${name}#${textIn(post, 'slug') || idOf(post.id)}`;

/** What other tables say about an article: every article gets only its own part. */
function metadataOf(post: Row, tables: Tables): Omit<GhostMetadata, 'now' | 'undated'> {
  const id = idOf(post.id);
  const [author, ...coauthors] = tables.authorsOf.get(id) ?? [idOf(post.author_id)];
  const [tag] = tables.tagsOf.get(id) ?? [];
  return {
    file: fileOf(post, tables.name),
    siteUrl: tables.siteUrl,
    meta: tables.metaOf.get(id),
    author: author === undefined ? undefined : tables.authors.get(author),
    coauthors: coauthors.map((other) => tables.authors.get(other)?.name ?? other),
    category: tag === undefined ? undefined : tables.tags.get(tag)?.name,
  };
}
