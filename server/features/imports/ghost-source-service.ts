import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { createPostBody } from '#contract/posts.ts';
import { postSlugRules, slugify } from '#contract/slug.ts';
import { trimEnd } from '#contract/trim.ts';
import { textOf } from '#locales/index.ts';
import type { Article } from './article.ts';
import type { Outcome } from './article-plan.ts';
import { type CategoryPlan, createCategoryPlan } from './category-data.ts';
import { type ReportCard, simplifyCards } from './ghost-cards.ts';
import { lexicalToHtml, mobiledocToHtml } from './ghost-editors.ts';
import { readMembers } from './ghost-members.ts';
import { type ConvertedHtml, htmlToMarkdown, textOfHtml } from './html-to-markdown.ts';
import type { FileProblem, ImportFolder } from './import-folder.ts';
import { hashOfSource, type ImportSource, type SourceArticle, type SourcePerson } from './import-source.ts';
import type { People } from './people.ts';
import { findPictureLinks } from './picture-links.ts';
import { type Problem, parseWith, Refusal, refuse } from './problem.ts';
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

type Row = Record<string, unknown>;
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
const placeholder = '__GHOST_URL__';
/** A host that cannot exist (RFC 2606): pictures of the blog are then in the folder or nowhere. */
const unknownSite = 'http://ghost.invalid';
const titleMaxLength = 200;
const standfirstMaxLength = 400;
const captionMaxLength = 300;

/** An export of Ghost: one JSON file without pictures. Throws Refusal. */
export async function openGhost(file: string, options: GhostOptions, now: Date): Promise<ImportSource> {
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
        yield {
          file: fileOf(post, name),
          hash: hashOfSource([version, post]),
          convert: () => readPost(post, tables, now),
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
const textIn = (row: Row | undefined, name: string): string => {
  const value = row?.[name];
  return typeof value === 'string' ? value.replaceAll('\0', '').trim() : '';
};
const idOf = (value: unknown): string =>
  value === undefined || value === null ? '' : String(value).slice(0, 200);
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
    const label = textIn(tag, 'name').slice(0, 100);
    // Tags with # are notes of the editors.
    if (label === '' || label.startsWith('#') || tag.visibility === 'internal') continue;
    const description = textIn(tag, 'description').slice(0, 1_000);
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

function readPost(post: Row, tables: Tables, now: Date): SourceArticle | Outcome {
  const id = idOf(post.id);
  const file = fileOf(post, tables.name);
  try {
    return { file, id: id || file, article: readGhostArticle(post, { file, tables, now }), comments: [] };
  } catch (error) {
    if (error instanceof Refusal) return { file, problem: error.problem };
    throw error;
  }
}

function readGhostArticle(
  post: Row,
  { file, tables, now }: { file: string; tables: Tables; now: Date },
): Article {
  const id = idOf(post.id);
  const meta = tables.metaOf.get(id);
  const expand = (text: string) => text.replaceAll(placeholder, tables.siteUrl);
  const converted = convertText(post, expand, tables.siteUrl);
  const remarks: Problem[] = [...converted.remarks];
  const shorten = (text: string, max: number, field: string): string => {
    if (text.length <= max) return text;
    remarks.push({ key: 'imports.shortened', values: { field } });
    return `${text.slice(0, max - 1).trim()}…`;
  };
  const title = shorten(
    textIn(post, 'title').replace(/\s+/g, ' ') || textOf('imports.untitled'),
    titleMaxLength,
    'title',
  );
  const plan = readPlan(post, remarks, now);
  const [author, ...coauthors] = tables.authorsOf.get(id) ?? [idOf(post.author_id)];
  for (const other of coauthors)
    remarks.push({ key: 'imports.coauthor', values: { author: tables.authors.get(other)?.name ?? other } });
  const person = author === undefined ? undefined : tables.authors.get(author);
  const [tag] = tables.tagsOf.get(id) ?? [];
  const category = tag === undefined ? undefined : tables.tags.get(tag)?.name;
  const cover = expand(textIn(post, 'feature_image') || textIn(post, 'image'));
  const caption = shorten(textOfHtml(textIn(meta, 'feature_image_caption')), captionMaxLength, 'caption');
  const standfirst = shorten(textIn(post, 'custom_excerpt'), standfirstMaxLength, 'excerpt');
  const content = parseWith(createPostBody.shape.content, converted.content || title, {});
  const slug = textIn(post, 'slug');
  return {
    file,
    slug: slugify(slug || title, postSlugRules),
    title,
    standfirst: standfirst || null,
    imageCaption: cover === '' ? null : caption || null,
    content,
    ...plan,
    views: 0,
    // Ghost closes discussions of the whole blog only.
    commentsEnabled: true,
    author: person && { text: person.name, line: 1, person },
    category: category === undefined ? undefined : { text: category, line: 1 },
    image: cover === '' ? undefined : { text: cover, line: 1 },
    pictures: findPictureLinks(content, 0, (address) => !address.startsWith('/media/')).map(({ target }) => ({
      target,
      line: 1,
    })),
    addresses: slug === '' ? [] : [`/${slug}/`, `/p/${textIn(post, 'uuid')}/`],
    remarks,
  };
}

/** What only members read, or was only a mail, is never published by an import. */
function readPlan(post: Row, remarks: Problem[], now: Date) {
  const date = readDate(post.published_at) ?? readDate(post.created_at);
  const isPrivate = !['', 'public'].includes(textIn(post, 'visibility')) || post.status === 'sent';
  if (isPrivate && post.status !== 'draft') remarks.push({ key: 'imports.membersArticle' });
  const publishAt = post.status === 'scheduled' && !isPrivate ? (date ?? null) : null;
  const isUndated = date === undefined || date > now;
  const isPublic = post.status === 'published' && !isPrivate;
  return {
    createdAt: isUndated ? now : date,
    isUndated: isUndated || publishAt !== null,
    status: isPublic ? ('published' as const) : ('draft' as const),
    publishAt,
  };
}

/** `2023-05-04T10:00:00.000Z`, `2013-12-31 23:59:59` in UTC, or milliseconds. */
function readDate(value: unknown): Date | undefined {
  const text = typeof value === 'string' ? value.trim().replace(' ', 'T') : '';
  const date = new Date(typeof value === 'number' ? value : /[Z+]/.test(text) ? text : `${text}Z`);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 ? undefined : date;
}

/** Ghost keeps the HTML of a text beside the document of its editor; drafts of some versions have only the document. */
function convertText(post: Row, expand: (text: string) => string, siteUrl: string): ConvertedHtml {
  const remarks: Problem[] = [];
  const report: ReportCard = (what) =>
    remarks.push({ key: 'imports.blockDropped', values: { what: what.slice(0, 80) } });
  const html = expand(textIn(post, 'html'));
  const plain = html === '' ? expand(renderDocument(post, report)) : simplifyCards(html, report);
  const converted = htmlToMarkdown(plain, { siteUrl, line: 1 });
  return { content: converted.content, remarks: [...remarks, ...converted.remarks] };
}

function renderDocument(post: Row, report: ReportCard): string {
  const [lexical, mobiledoc] = [textIn(post, 'lexical'), textIn(post, 'mobiledoc')];
  try {
    if (lexical !== '') return lexicalToHtml(lexical, report);
    return mobiledoc === '' ? '' : mobiledocToHtml(mobiledoc, report);
  } catch (error) {
    if (error instanceof SyntaxError) return refuse('imports.ghostText');
    throw error;
  }
}
