import path from 'node:path';
import type { z } from 'zod';
import { createPostBody, type PostStatus } from '#contract/posts.ts';
import { postSlugRules, slugify } from '#contract/slug.ts';
import { splitFrontMatter } from './front-matter.ts';
import { getFirstText, getTexts } from './front-matter-values.ts';
import { parseDate } from './parse-date.ts';
import { findPictureLinks, type PictureLink } from './picture-links.ts';
import { type Problem, parseWith, refuse } from './problem.ts';
import { convertSourceText } from './source-text.ts';
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
  status: PostStatus;
  /** When a draft will be published; null for other articles. */
  publishAt: Date | null;
  /** Views on the site that the article comes from. */
  views: number;
  author: YamlText | undefined;
  category: YamlText | undefined;
  image: YamlText | undefined;
  pictures: PictureLink[];
  /** What was simplified, or stays in the text as it was typed. */
  remarks: Problem[];
};

const maxViews = 1_000_000_000;

const imageFields = [
  ...['image', 'cover', 'cover_image', 'coverImage', 'featured_image', 'featuredImage', 'heroImage', 'hero'],
  ...['thumbnail', 'banner', 'og_image', 'ogImage', 'header'],
];
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

/** Parses the text of an article; `file` is its path in the folder. Throws Refusal with line and reason. */
export function readArticle(file: string, text: string, now: Date): Article {
  const { fields, body, bodyLine } = splitFrontMatter(text);
  const name = parseFileName(file);
  const title = getText(fields, 'title');
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
  const converted = convertSourceText(body, bodyLine);
  const publishAt = getPublicationTime(fields);
  return {
    file,
    title: parseWith(createPostBody.shape.title, title?.text, { line: title?.line ?? 1 }),
    slug: slugify(
      getText(fields, 'slug')?.text ?? permalinkName(fields) ?? name.slug ?? title?.text ?? '',
      postSlugRules,
    ),
    standfirst: getNullableText(fields, 'standfirst', createPostBody.shape.standfirst),
    imageCaption: getNullableText(fields, 'image_caption', createPostBody.shape.image_caption),
    content: parseWith(createPostBody.shape.content, converted.content, { line: bodyLine }),
    createdAt: parseArticleDate(getFirstText(fields, dateFields) ?? name.date, now),
    status: publishAt ? 'draft' : getStatus(fields),
    publishAt,
    views: getWholeNumber(fields, 'views', maxViews),
    author,
    category: getFirstText(fields, ['category', 'categories'], ['name', 'slug']),
    image,
    pictures: findPictureLinks(converted.content, bodyLine),
    remarks: [...others.map(toCoauthorRemark), ...converted.remarks],
  };
}

/** An article whose time of publication has passed is published, dated at that time. */
export function publishIfDue(article: Article, now: Date): Article {
  const { publishAt } = article;
  if (!publishAt || publishAt > now) return article;
  return { ...article, status: 'published', createdAt: publishAt, publishAt: null };
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
  const { name, dir } = path.posix.parse(file);
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
