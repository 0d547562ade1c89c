import path from 'node:path';
import { createPostBody, type PostStatus } from '#contract/posts.ts';
import { postSlugRules } from '#server/features/posts/index.ts';
import { slugify } from '#server/platform/slug.ts';
import { splitFrontMatter } from './front-matter.ts';
import { type PictureLink, pictureLinks } from './picture-links.ts';
import { accept, refuse } from './problem.ts';
import { parseWrittenDate } from './written-date.ts';
import { flagOf, textOf, type YamlFields, type YamlText } from './yaml-value.ts';

/** A parsed article; authors, categories and pictures are still references. */
export type Article = {
  file: string;
  slug: string;
  title: string;
  content: string;
  createdAt: Date;
  status: PostStatus;
  author: YamlText | undefined;
  category: YamlText | undefined;
  image: YamlText | undefined;
  pictures: PictureLink[];
};

/** Parses the text of an article; `file` is its path in the folder. Throws Refusal with line and reason. */
export function readArticle(file: string, text: string, now: Date): Article {
  const { fields, body, bodyLine } = splitFrontMatter(text);
  const name = nameParts(file);
  const title = textOf(fields, 'title');
  const image = textOf(fields, 'image');
  return {
    file,
    title: accept(createPostBody.shape.title, title?.text, { line: title?.line ?? 1 }),
    slug: slugify(textOf(fields, 'slug')?.text ?? name.slug ?? title?.text ?? '', postSlugRules),
    content: accept(createPostBody.shape.content, body, { line: bodyLine }),
    createdAt: dateOf(textOf(fields, 'date') ?? name.date, now),
    status: statusOf(fields),
    author: textOf(fields, 'author'),
    category: textOf(fields, 'category'),
    image,
    pictures: pictureLinks(body, bodyLine),
  };
}

/** Parses a date; throws Refusal for an unreadable or a future one. */
export function dateOf(written: YamlText | undefined, now: Date, line = 1): Date {
  if (!written) return refuse('imports.dateMissing', { line });
  const date = parseWrittenDate(written.text);
  const values = { date: written.text };
  if (!date) return refuse('imports.dateUnreadable', { line: written.line }, values);
  return date > now ? refuse('imports.dateInFuture', { line: written.line }, values) : date;
}

/** Date and slug in a name like `2026-09-14-slug.md`. An article `slug/index.md` is named after its folder. */
function nameParts(file: string): { date: YamlText | undefined; slug: string | undefined } {
  const { name, dir } = path.posix.parse(file);
  const own = name === 'index' ? path.posix.basename(dir) : name;
  const [, date, rest] = /^(\d{4}-\d{1,2}-\d{1,2})-(.+)$/.exec(own) ?? [];
  return { date: date === undefined ? undefined : { text: date, line: 1 }, slug: (rest ?? own) || undefined };
}

function statusOf(fields: YamlFields): PostStatus {
  const isDraft = flagOf(fields, 'draft', false) || !flagOf(fields, 'published', true);
  return isDraft ? 'draft' : 'published';
}
