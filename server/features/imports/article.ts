import path from 'node:path';
import type { z } from 'zod';
import type { PostFields } from '#contract/post-fields.ts';
import { createPostBody, type PostStatus } from '#contract/posts.ts';
import { postSlugRules, slugify } from '#contract/slug.ts';
import { shorten } from '#locales/cut-text.ts';
import type { CopiedDiscussion } from '#server/features/comments/index.ts';
import type { CopiedState } from '#server/features/posts/index.ts';
import { plainTitle, splitHeading } from './article-heading.ts';
import { splitLanguage } from './blog-languages.ts';
import { splitFrontMatter } from './front-matter.ts';
import { getFirstText, getTexts } from './front-matter-values.ts';
import type { PersonReference } from './import-source.ts';
import { toOwnPath } from './own-address.ts';
import { earlier, parseDate } from './parse-date.ts';
import { findPictureLinks, type PictureLink } from './picture-links.ts';
import { type Problem, parseWith, refuse } from './problem.ts';
import { convertSourceText } from './source-text.ts';
import { addressesOf, isLiquid, plainBlog, type StaticBlog } from './static-blog.ts';
import { getFlag, getText, getWholeNumber, type YamlFields, type YamlText } from './yaml-value.ts';

/** A parsed article; authors, categories and pictures are still references. */
export type Article = {
  file: string;
  slug: string;
  title: string;
  standfirst: string | null;
  imageCaption: string | null;
  content: string;
  createdAt: Date;
  /** The date is the time of the import, because the source has none or a later one. */
  isUndated?: boolean;
  status: PostStatus;
  /** When a draft will be published; null for other articles. */
  publishAt: Date | null;
  /** Views on the site that the article comes from. */
  views: number;
  /** Whether readers may comment on the article. */
  commentsEnabled: boolean;
  author: PersonReference | undefined;
  category: YamlText | undefined;
  image: YamlText | undefined;
  pictures: PictureLink[];
  /** Earlier addresses: paths, also with a query. */
  addresses: string[];
  /** What was simplified, or stays in the text as it was typed. */
  remarks: Problem[];
  /** What only a copy of a site of this kind says. */
  copied?: CopiedArticle | undefined;
};

export type CopiedArticle = {
  fields: Pick<PostFields, 'image_focus' | 'custom_slug'>;
  readerViews: number;
  discussion: CopiedDiscussion;
  state: CopiedState<YamlText>;
};

const maxViews = 1_000_000_000;
const standfirstMaxLength = 400;

const imageFields = [
  ...['image', 'cover', 'cover_image', 'coverImage', 'featured_image', 'featuredImage', 'heroImage', 'hero'],
  ...['thumbnail', 'banner', 'og_image', 'ogImage', 'header'],
];
const addressFields = ['permalink', 'url', 'aliases', 'alias', 'redirect_from', 'redirects'];
const standfirstFields = [
  'standfirst',
  'description',
  'summary',
  'excerpt',
  'subtitle',
  'preview',
  'desc',
  'lead',
];
/** Groups of fields that some generators put below a name of their own. */
const fieldGroups = ['taxonomies', 'extra', 'params', 'header', 'seo'];
const dateFields = ['date', 'pubDate', 'pubDatetime', 'publishDate', 'published_at', 'created'];

const toCoauthorRemark = ({ text, line }: YamlText): Problem => ({
  key: 'imports.coauthor',
  line,
  values: { author: text },
});

/** The last part of a permanent address without placeholders. */
function permalinkName(fields: YamlFields): string | undefined {
  const address = getFirstText(fields, ['permalink', 'url'])?.text;
  if (!address || /[:{]/.test(address)) return undefined;
  return address
    .split('/')
    .filter((part) => part !== '' && part !== 'index.html')
    .at(-1)
    ?.replace(/\.html?$/, '');
}

/** Facts about an article that are not in its file. */
export type ArticleContext = {
  /** A file with its fields, for an article without front matter. */
  beside?: YamlFields | undefined;
  /** When the file was changed: the date of a draft without one. */
  changedAt?: Date | undefined;
  /** The date of an article without one. */
  undated?: Date | undefined;
  blog?: StaticBlog | undefined;
};

/** Parses the text of an article; `file` is its path in the folder. Throws Refusal with line and reason. */
export function readArticle(
  file: string,
  text: string,
  now: Date,
  { beside, changedAt, undated, blog = plainBlog }: ArticleContext = {},
): Article {
  const front = splitFrontMatter(text);
  const fields = withGroups(front.isMissing ? (beside ?? front.fields) : front.fields);
  const heading = splitHeading(front.body, front.bodyLine);
  const given = getText(fields, 'title');
  if (front.isMissing && !beside && !heading.title) refuse('imports.frontMatterMissing', { line: 1 });
  const named = given && { ...given, text: plainTitle(given.text) };
  const title = named ?? heading.title;
  // A heading that repeats the title would stand there twice.
  const isHeaded = heading.title !== undefined && heading.title.text === title?.text;
  const { body, bodyLine } = isHeaded ? heading : front;
  const name = parseFileName(file);
  const image = getFirstText(fields, imageFields, [
    'url',
    'src',
    'image',
    'path',
    'file',
    'feature',
    'teaser',
  ]);
  const [author, ...others] = getTexts(fields, ['author', 'authors'], ['username', 'name', 'id']);
  const categories = readCategories(fields, blog);
  const isMdx = /\.mdx$/i.test(file);
  const { markup, siteUrl } = blog;
  const converted = convertSourceText(body, bodyLine, { isLiquid: isLiquid(blog), isMdx, markup, siteUrl });
  const status = /(?:^|\/)_drafts\//.test(file) ? 'draft' : getStatus(fields);
  const ownDate = getFirstText(fields, dateFields) ?? name.date;
  const isOpen = status === 'draft' && changedAt !== undefined;
  const otherDate = undated ?? (isOpen ? earlier(changedAt, now) : undefined);
  const createdAt = ownDate || !otherDate ? parseArticleDate(ownDate, now) : otherDate;
  const slug = slugify(
    getText(fields, 'slug')?.text ?? permalinkName(fields) ?? name.slug ?? title?.text ?? '',
    postSlugRules,
  );
  const standfirst = readStandfirst(fields, converted.content);
  const publishAt = getPublicationTime(fields);
  return {
    file,
    title: parseWith(createPostBody.shape.title, title?.text, { line: title?.line ?? 1 }),
    slug,
    standfirst: standfirst.text,
    imageCaption: getNullableText(fields, 'image_caption', createPostBody.shape.image_caption),
    content: parseWith(createPostBody.shape.content, converted.content, { line: bodyLine }),
    createdAt,
    status: publishAt ? 'draft' : status,
    publishAt,
    views: getWholeNumber(fields, 'views', maxViews),
    commentsEnabled: true,
    author,
    category: categories[0],
    image: image && { ...image, text: toOwnPath(image.text, siteUrl) },
    pictures: findPictureLinks(converted.content, bodyLine),
    addresses: [
      ...addressFields
        .flatMap((name) => getTexts(fields, [name]))
        .map(({ text }) => text)
        .filter((address) => !/[:{]/.test(address.replace(/^https?:/, ''))),
      ...addressesOf(blog, {
        file,
        title: title?.text ?? '',
        slug: getText(fields, 'slug')?.text,
        date: ownDate?.text,
        categories,
      }),
    ],
    remarks: [...others.map(toCoauthorRemark), ...standfirst.remarks, ...converted.remarks],
  };
}

/** Jekyll splits a text in `categories` at spaces and adds it to `category`; other generators do not. */
function readCategories(fields: YamlFields, { generator }: StaticBlog): YamlText[] {
  const keys = ['name', 'slug'];
  if (generator !== 'jekyll') return getTexts(fields, ['category', 'categories'], keys);
  const value = fields.get('categories');
  const several = getTexts(fields, ['categories']).flatMap(({ text, line }) =>
    value?.kind === 'text' ? text.split(/\s+/).map((one) => ({ text: one, line })) : [{ text, line }],
  );
  return [...getTexts(fields, ['category']), ...several];
}

/** The fields with those of known groups, which the file does not have itself. */
function withGroups(fields: YamlFields): YamlFields {
  const all: YamlFields = new Map(fields);
  for (const name of fieldGroups) {
    const group = fields.get(name);
    if (group?.kind !== 'map') continue;
    for (const [key, value] of group.fields) if (!all.has(key)) all.set(key, value);
  }
  return all;
}

/** The summary of an article, unless the article begins with it; a long one is shortened. */
function readStandfirst(fields: YamlFields, content: string): { text: string | null; remarks: Problem[] } {
  const own = getNullableText(fields, 'standfirst', createPostBody.shape.standfirst);
  const found = own === null ? getFirstText(fields, standfirstFields.slice(1)) : undefined;
  if (!found) return { text: own, remarks: [] };
  const text = plainTitle(found.text).replace(/\s+/g, ' ');
  const words = (value: string) => value.replace(/[^\p{L}\d]+/gu, '');
  const start = words(text).slice(0, 60);
  if (start === '' || words(content.slice(0, 2_000)).includes(start)) return { text: null, remarks: [] };
  if (text.length <= standfirstMaxLength) return { text, remarks: [] };
  return {
    text: shorten(text.trim(), standfirstMaxLength),
    remarks: [{ key: 'imports.shortened', line: found.line, values: { field: 'description' } }],
  };
}

/** An article whose time of publication has passed is published, dated at that time. */
export function publishIfDue(article: Article, now: Date): Article {
  const { publishAt, copied } = article;
  if (!publishAt || publishAt > now) return article;
  const due: Article = { ...article, status: 'published', createdAt: publishAt, publishAt: null };
  // A public article has no earlier public names, and keeps the date of its first publication.
  return copied?.state.publicNames
    ? {
        ...due,
        createdAt: article.createdAt,
        copied: { ...copied, state: { ...copied.state, publicNames: null } },
      }
    : due;
}

/** A text that an article may lack; throws Refusal if it is too long. */
function getNullableText(
  fields: YamlFields,
  name: string,
  schema: z.ZodType<string | null | undefined>,
): string | null {
  const value = getText(fields, name);
  return value ? (parseWith(schema, value.text, { line: value.line }) ?? null) : null;
}

/** Parses a date; throws Refusal for an unreadable or a future one. */
export function parseArticleDate(value: YamlText | undefined, now: Date, line = 1): Date {
  if (!value) return refuse('imports.dateMissing', { line });
  const date = parseDate(value.text);
  const values = { date: value.text };
  if (!date) return refuse('imports.dateUnreadable', { line: value.line }, values);
  return date > now ? refuse('imports.dateInFuture', { line: value.line }, values) : date;
}

/** Date and slug in a name like `2026-09-14-slug.md`. An article `slug/index.md` is named after its folder. */
function parseFileName(file: string): { date: YamlText | undefined; slug: string | undefined } {
  const { name: fullName, dir } = path.posix.parse(file);
  const { name } = splitLanguage(fullName);
  const baseName = name === 'index' ? path.posix.basename(dir) : name;
  const [, date, rest] = /^(\d{4}-\d{1,2}-\d{1,2})-(.+)$/.exec(baseName) ?? [];
  return {
    date: date === undefined ? undefined : { text: date, line: 1 },
    slug: (rest ?? baseName) || undefined,
  };
}

function getPublicationTime(fields: YamlFields): Date | null {
  const value = getText(fields, 'publish_at');
  if (!value) return null;
  const date = parseDate(value.text);
  return date ?? refuse('imports.dateUnreadable', { line: value.line }, { date: value.text });
}

function getStatus(fields: YamlFields): PostStatus {
  const isDraft = getFlag(fields, 'draft', false) || !getFlag(fields, 'published', true);
  return isDraft ? 'draft' : 'published';
}
