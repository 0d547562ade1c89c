import { createPostBody } from '#contract/posts.ts';
import { postSlugRules, slugify } from '#contract/slug.ts';
import { shorten } from '#locales/cut-text.ts';
import { textOf } from '#locales/index.ts';
import type { Article } from './article.ts';
import { type ReportCard, simplifyCards } from './ghost-cards.ts';
import { lexicalToHtml, mobiledocToHtml } from './ghost-editors.ts';
import { idOf, type Row, textIn } from './ghost-row.ts';
import { type ConvertedHtml, htmlToMarkdown, textOfHtml } from './html-to-markdown.ts';
import type { SourceArticle, SourcePerson } from './import-source.ts';
import { earlier } from './parse-date.ts';
import { findPictureLinks } from './picture-links.ts';
import { type Problem, parseWith, refuse } from './problem.ts';

/** What other tables of the export say about an article, and where it is. */
export type GhostMetadata = {
  file: string;
  now: Date;
  /** The date of an article without one. */
  undated: Date;
  siteUrl: string;
  meta: Row | undefined;
  author: SourcePerson | undefined;
  coauthors: string[];
  category: string | undefined;
};

const placeholder = '__GHOST_URL__';
const titleMaxLength = 200;
const standfirstMaxLength = 400;
const captionMaxLength = 300;

/** Reads an article. Throws Refusal. */
export function readGhostPost(post: Row, metadata: GhostMetadata): SourceArticle {
  const id = idOf(post.id) || metadata.file;
  return { file: metadata.file, id, article: readGhostArticle(post, metadata), comments: [] };
}

function readGhostArticle(post: Row, { file, siteUrl, ...metadata }: GhostMetadata): Article {
  const { meta, category } = metadata;
  const expand = (text: string) => text.replaceAll(placeholder, siteUrl);
  const converted = convertText(post, expand, siteUrl);
  const remarks: Problem[] = [...converted.remarks];
  const shortenField = (text: string, max: number, field: string): string => {
    if (text.length <= max) return text;
    remarks.push({ key: 'imports.shortened', values: { field } });
    return shorten(text.trim(), max);
  };
  const title = shortenField(
    textIn(post, 'title').replace(/\s+/g, ' ') || textOf('imports.untitled'),
    titleMaxLength,
    'title',
  );
  const plan = readPlan(post, remarks, metadata);
  for (const author of metadata.coauthors) remarks.push({ key: 'imports.coauthor', values: { author } });
  const person = metadata.author;
  const cover = expand(textIn(post, 'feature_image') || textIn(post, 'image'));
  const caption = shortenField(
    textOfHtml(textIn(meta, 'feature_image_caption')),
    captionMaxLength,
    'caption',
  );
  const standfirst = shortenField(textIn(post, 'custom_excerpt'), standfirstMaxLength, 'excerpt');
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
function readPlan(post: Row, remarks: Problem[], { now, undated }: Pick<GhostMetadata, 'now' | 'undated'>) {
  const date = readDate(post.published_at) ?? readDate(post.created_at);
  const isPrivate = !['', 'public'].includes(textIn(post, 'visibility')) || post.status === 'sent';
  if (isPrivate && post.status !== 'draft') remarks.push({ key: 'imports.membersArticle' });
  const publishAt = post.status === 'scheduled' && !isPrivate ? (date ?? null) : null;
  const isUndated = date === undefined || date > now;
  const isPublic = post.status === 'published' && !isPrivate;
  return {
    createdAt: date === undefined ? undated : earlier(date, now),
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
