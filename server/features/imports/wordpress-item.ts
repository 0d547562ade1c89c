import { z } from 'zod';
import { createPostBody } from '#contract/posts.ts';
import { postSlugRules, slugify } from '#contract/slug.ts';
import { cutText, shorten } from '#locales/cut-text.ts';
import { textOf } from '#locales/index.ts';
import type { Article } from './article.ts';
import { type CategoryPlan, createCategoryPlan } from './category-data.ts';
import { textOfHtml } from './html-to-markdown.ts';
import type { SourceArticle, SourcePerson } from './import-source.ts';
import { earlier } from './parse-date.ts';
import { findPictureLinks } from './picture-links.ts';
import { type Problem, parseWith } from './problem.ts';
import { readDate, readWordPressComments } from './wordpress-comments.ts';
import { convertWordPressText, type Footnote } from './wordpress-text.ts';
import { childrenOf, childText, contentOf, type XmlNode } from './wordpress-xml.ts';

const footnoteList = z.array(z.object({ id: z.string(), content: z.string() })).max(1_000);
const titleMaxLength = 200;
const standfirstMaxLength = 400;
const statuses: Readonly<Record<string, 'published' | 'draft'>> = {
  publish: 'published',
  draft: 'draft',
  pending: 'draft',
  future: 'draft',
  private: 'draft',
};
export const isKnownStatus = (status: string): boolean => Object.hasOwn(statuses, status);

/** A category with its key. */
export function readWordPressCategory(node: XmlNode): [string, CategoryPlan] | undefined {
  const name = cutText(textOfHtml(childText(node, 'wp:cat_name')), 100);
  const key = decodeSlug(childText(node, 'wp:category_nicename')) || name;
  if (name === '') return undefined;
  const description = cutText(textOfHtml(childText(node, 'wp:category_description')), 1_000);
  return [key, { ...createCategoryPlan(key, name, { line: node.line }), name, description }];
}

/** Exports by other programs may lack the number. */
export const idOf = (node: XmlNode): string =>
  childText(node, 'wp:post_id') || childText(node, 'guid') || childText(node, 'link');
export const fileOf = (node: XmlNode, name: string): string => `${name}#${idOf(node)}`;

/** What other elements of the export say about an article, and where it is. */
export type WordPressMetadata = {
  file: string;
  now: Date;
  /** The date of an article without one. */
  undated: Date;
  siteUrl: string | undefined;
  author: SourcePerson | undefined;
  /** Those of its commenters who have accounts. */
  authorsById: ReadonlyMap<string, SourcePerson>;
  cover: string | undefined;
  /** The addresses of the pictures that its galleries number, and of those that were uploaded for it. */
  attachments: ReadonlyMap<number, string>;
  ownPictures: readonly string[];
};

/** Reads an article with its discussion. Throws Refusal. */
export function readWordPressItem(node: XmlNode, metadata: WordPressMetadata): SourceArticle {
  const article = readWordPressArticle(node, metadata);
  const hiddenReason = textOf('imports.heldComment');
  const { comments, remarks } = readWordPressComments(node, { ...metadata, hiddenReason });
  if (article.status === 'draft' && comments.length > 0)
    remarks.push({ key: 'imports.draftComments', line: node.line, values: { count: comments.length } });
  return {
    file: metadata.file,
    id: idOf(node),
    article: { ...article, remarks: [...article.remarks, ...remarks] },
    comments: article.status === 'draft' ? [] : comments,
  };
}

function readWordPressArticle(node: XmlNode, metadata: WordPressMetadata): Article {
  const { line } = node;
  const { file, now, siteUrl, cover } = metadata;
  const findAttachment = (id: number) => metadata.attachments.get(id);
  const ownPictures = () => metadata.ownPictures;
  const id = childText(node, 'wp:post_id');
  const raw = contentOf(node);
  const footnotes = readFootnotes(node);
  const converted = convertWordPressText(raw, { siteUrl, line, findAttachment, ownPictures, footnotes });
  const remarks: Problem[] = [...converted.remarks];
  const shortenField = (text: string, max: number, field: string): string => {
    if (text.length <= max) return text;
    remarks.push({ key: 'imports.shortened', line, values: { field } });
    return shorten(text.trim(), max);
  };
  const title =
    textOfHtml(childText(node, 'title')) || cutText(textOfHtml(raw), 60) || textOf('imports.untitled');
  const status = statuses[childText(node, 'wp:status')] ?? 'draft';
  if (childText(node, 'wp:status') === 'private') remarks.push({ key: 'imports.hiddenArticle', line });
  const isProtected = childText(node, 'wp:post_password') !== '';
  if (isProtected) remarks.push({ key: 'imports.protectedArticle', line });
  const date = readDate(childText(node, 'wp:post_date_gmt')) ?? readDate(childText(node, 'wp:post_date'));
  const isUndated = date === undefined || date > now;
  const publishAt = childText(node, 'wp:status') === 'future' && !isProtected ? (date ?? null) : null;
  const creator = childText(node, 'dc:creator');
  const person = metadata.author ?? unknownAuthor(creator);
  const category = childrenOf(node, 'category').find(
    ({ attributes }) =>
      attributes.domain === 'category' && !/^(uncategorized|bez-rubriki)$/.test(attributes.nicename ?? ''),
  );
  const categoryName = category ? textOfHtml(category.text).slice(0, 100) : '';
  const content = parseWith(createPostBody.shape.content, converted.content || title, { line });
  const standfirst = shortenField(
    textOfHtml(childText(node, 'excerpt:encoded')),
    standfirstMaxLength,
    'excerpt',
  );
  return {
    file,
    slug: slugify(decodeSlug(childText(node, 'wp:post_name')) || title, postSlugRules),
    title: shortenField(title, titleMaxLength, 'title'),
    standfirst: standfirst || null,
    imageCaption: null,
    content,
    createdAt: date === undefined ? metadata.undated : earlier(date, now),
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

/** The notes of the editor of blocks; what cannot be read is none. */
function readFootnotes(node: XmlNode): Footnote[] {
  const meta = childrenOf(node, 'wp:postmeta').find((one) => childText(one, 'wp:meta_key') === 'footnotes');
  return meta ? parseFootnotes(childText(meta, 'wp:meta_value')) : [];
}

function parseFootnotes(json: string): Footnote[] {
  try {
    return footnoteList.parse(JSON.parse(json)).map(({ id, content }) => ({ id, html: content }));
  } catch {
    return [];
  }
}

const unknownAuthor = (login: string): SourcePerson => ({
  id: `author:${login}`.slice(0, 300),
  name: login,
  username: login,
  isVerified: true,
});

export function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
