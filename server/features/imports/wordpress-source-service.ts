import path from 'node:path';
import { createPostBody } from '#contract/posts.ts';
import { postSlugRules, slugify } from '#contract/slug.ts';
import { trimEnd } from '#contract/trim.ts';
import { textOf } from '#locales/index.ts';
import type { Article } from './article.ts';
import type { Outcome } from './article-plan.ts';
import { type CategoryPlan, createCategoryPlan } from './category-data.ts';
import { textOfHtml } from './html-to-markdown.ts';
import type { FileProblem, ImportFolder } from './import-folder.ts';
import { hashOfSource, type ImportSource, type SourceArticle, type SourcePerson } from './import-source.ts';
import type { People } from './people.ts';
import { findPictureLinks } from './picture-links.ts';
import { type Problem, parseWith, Refusal } from './problem.ts';
import { createWebPictures } from './web-pictures.ts';
import { readDate, readWordPressComments } from './wordpress-comments.ts';
import { convertWordPressText } from './wordpress-text.ts';
import { childrenOf, childText, detectEncoding, readChannel, type XmlNode } from './wordpress-xml.ts';

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

const picture = /\.(?:jpe?g|png|gif|webp|avif)$/i;
const titleMaxLength = 200;
const standfirstMaxLength = 400;
const statuses: Readonly<Record<string, 'published' | 'draft'>> = {
  publish: 'published',
  draft: 'draft',
  pending: 'draft',
  future: 'draft',
  private: 'draft',
};

/** An export of WordPress, read twice: first for authors, categories and pictures, then for the articles, one by one. */
export async function openWordPress(
  file: string,
  options: WordPressOptions,
  now: Date,
): Promise<ImportSource> {
  const encoding = await detectEncoding(file);
  const overview = await readOverview(file, encoding, options);
  const { siteUrl } = overview;
  const name = path.basename(file);
  const problems: FileProblem[] = [];
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
        yield {
          file: fileOf(node, name),
          hash: hashOfSource([version, node]),
          convert: () => readItem(node, { name, overview, now }),
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
  return isWanted && childText(node, 'wp:status') in statuses;
}

async function readOverview(file: string, encoding: string, options: WordPressOptions): Promise<Overview> {
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
    else if (node.name === 'wp:category') addCategory(overview, node);
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
  if (!(parent > 0) || !picture.test(url)) return;
  const ids = picturesOf.get(parent) ?? [];
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

function addCategory({ categories }: Overview, node: XmlNode): void {
  const name = textOfHtml(childText(node, 'wp:cat_name')).slice(0, 100);
  const key = decodeSlug(childText(node, 'wp:category_nicename')) || name;
  if (name === '') return;
  const description = textOfHtml(childText(node, 'wp:category_description')).slice(0, 1_000);
  categories.set(key, { ...createCategoryPlan(key, name, { line: node.line }), name, description });
}

/** Exports by other programs may lack the number. */
const idOf = (node: XmlNode): string =>
  childText(node, 'wp:post_id') || childText(node, 'guid') || childText(node, 'link');
const fileOf = (node: XmlNode, name: string): string => `${name}#${idOf(node)}`;

function readItem(
  node: XmlNode,
  { name, overview, now }: { name: string; overview: Overview; now: Date },
): SourceArticle | Outcome {
  const file = fileOf(node, name);
  try {
    const article = readWordPressArticle(node, { file, overview, now });
    const { authorsById } = overview;
    const hiddenReason = textOf('imports.heldComment');
    const { comments, remarks } = readWordPressComments(node, { authorsById, now, hiddenReason });
    if (article.status === 'draft' && comments.length > 0)
      remarks.push({ key: 'imports.draftComments', line: node.line, values: { count: comments.length } });
    return {
      file,
      id: idOf(node),
      article: { ...article, remarks: [...article.remarks, ...remarks] },
      comments: article.status === 'draft' ? [] : comments,
    };
  } catch (error) {
    if (error instanceof Refusal) return { file, problem: { line: node.line, ...error.problem } };
    throw error;
  }
}

function readWordPressArticle(
  node: XmlNode,
  { file, overview, now }: { file: string; overview: Overview; now: Date },
): Article {
  const { line } = node;
  const { siteUrl, attachments, picturesOf } = overview;
  const id = childText(node, 'wp:post_id');
  const findAttachment = (id: number) => attachments.get(id);
  const ownPictures = () => (picturesOf.get(Number(id)) ?? []).flatMap((one) => findAttachment(one) ?? []);
  const raw = node.children.find((child) => child.name === 'content:encoded')?.text ?? '';
  const converted = convertWordPressText(raw, { siteUrl, line, findAttachment, ownPictures });
  const remarks: Problem[] = [...converted.remarks];
  const shorten = (text: string, max: number, field: string): string => {
    if (text.length <= max) return text;
    remarks.push({ key: 'imports.shortened', line, values: { field } });
    return `${text.slice(0, max - 1).trim()}…`;
  };
  const title =
    textOfHtml(childText(node, 'title')) || textOfHtml(raw).slice(0, 60) || textOf('imports.untitled');
  const status = statuses[childText(node, 'wp:status')] ?? 'draft';
  if (childText(node, 'wp:status') === 'private') remarks.push({ key: 'imports.hiddenArticle', line });
  const isProtected = childText(node, 'wp:post_password') !== '';
  if (isProtected) remarks.push({ key: 'imports.protectedArticle', line });
  const date = readDate(childText(node, 'wp:post_date_gmt')) ?? readDate(childText(node, 'wp:post_date'));
  const isUndated = date === undefined || date > now;
  const publishAt = childText(node, 'wp:status') === 'future' && !isProtected ? (date ?? null) : null;
  const cover = coverOf(node, attachments);
  const creator = childText(node, 'dc:creator');
  const person = overview.authors.get(creator) ?? unknownAuthor(creator);
  const category = childrenOf(node, 'category').find(
    ({ attributes }) =>
      attributes.domain === 'category' && !/^(uncategorized|bez-rubriki)$/.test(attributes.nicename ?? ''),
  );
  const categoryName = category ? textOfHtml(category.text).slice(0, 100) : '';
  const content = parseWith(createPostBody.shape.content, converted.content || title, { line });
  const standfirst = shorten(textOfHtml(childText(node, 'excerpt:encoded')), standfirstMaxLength, 'excerpt');
  return {
    file,
    slug: slugify(decodeSlug(childText(node, 'wp:post_name')) || title, postSlugRules),
    title: shorten(title, titleMaxLength, 'title'),
    standfirst: standfirst || null,
    imageCaption: null,
    content,
    createdAt: isUndated ? now : date,
    isUndated: isUndated || publishAt !== null,
    status: isProtected ? 'draft' : status,
    publishAt,
    views: 0,
    commentsEnabled: childText(node, 'wp:comment_status') !== 'closed',
    author: creator === '' ? undefined : { text: creator, line, person },
    category: categoryName === '' ? undefined : { text: categoryName, line },
    image: cover === undefined ? undefined : { text: cover, line },
    pictures: findPictureLinks(content, 0, (address) => !address.startsWith('/media/')).map(({ target }) => ({
      target,
      line,
    })),
    addresses: [childText(node, 'link'), childText(node, 'guid'), ...(id === '' ? [] : [`/?p=${id}`])],
    remarks,
  };
}

const unknownAuthor = (login: string): SourcePerson => ({
  id: `author:${login}`.slice(0, 300),
  name: login,
  username: login,
  isVerified: true,
});

function coverOf(node: XmlNode, attachments: ReadonlyMap<number, string>): string | undefined {
  const meta = childrenOf(node, 'wp:postmeta').find(
    (one) => childText(one, 'wp:meta_key') === '_thumbnail_id',
  );
  return meta && attachments.get(Number(childText(meta, 'wp:meta_value')));
}

function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
