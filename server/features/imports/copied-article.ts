import { imageFocus } from '#contract/post-fields.ts';
import { createPostBody, type PostStatus } from '#contract/posts.ts';
import { type WaitingRule, waitingRules } from '#contract/publication-rules.ts';
import { type Article, parseArticleDate } from './article.ts';
import { copiedPicture } from './copy-layout.ts';
import { getTexts } from './front-matter-values.ts';
import { getDate, requireDate } from './parse-date.ts';
import type { PictureLink } from './picture-links.ts';
import { parseWith, refuse } from './problem.ts';
import {
  getExactText,
  getFields,
  getFlag,
  getItems,
  getText,
  getWholeNumber,
  readYaml,
  type YamlFields,
  type YamlText,
} from './yaml-value.ts';

const maxViews = 1_000_000_000_000;
const maxCloseDays = 3_650;
const maxSlowSeconds = 3_600;
const separator = '---\n';
const { shape } = createPostBody;

/** Parses an article of a copy, whose text is taken as it is. Throws Refusal with line and reason. */
export function readCopiedArticle(file: string, text: string, now: Date): Article {
  const { fields, content, line } = splitExactly(text);
  const title = parseWith(shape.title, getText(fields, 'title')?.text, { line: 1 });
  const slug = getText(fields, 'slug')?.text ?? refuse('validation.invalid', { line: 1 }, undefined);
  const author = getText(fields, 'author') ?? refuse('imports.authorMissing', { line: 1 });
  const date = getText(fields, 'date') ?? refuse('imports.dateMissing', { line: 1 });
  const createdAt = parseArticleDate(date, now);
  const status: PostStatus = getFlag(fields, 'draft', false) ? 'draft' : 'published';
  const publishAt = getDate(fields, 'publish_at');
  const hidden = readEvent(fields, 'hidden');
  const names = getMap(fields, 'was_public');
  const focus = getMap(fields, 'image_focus');
  return {
    file,
    title,
    // Every slug is valid as a chosen one.
    slug: parseWith(shape.custom_slug, slug, { line: 1 }) ?? slug,
    standfirst: parseWith(shape.standfirst, getExactText(fields, 'standfirst') ?? null, { line: 1 }) ?? null,
    imageCaption:
      parseWith(shape.image_caption, getExactText(fields, 'image_caption') ?? null, { line: 1 }) ?? null,
    content: parseWith(shape.content, content, { line }),
    createdAt,
    // A hidden article comes as a draft, which nobody sees before it is hidden.
    status: hidden || publishAt ? 'draft' : status,
    publishAt: hidden ? null : publishAt,
    views: getWholeNumber(fields, 'views', maxViews),
    author,
    category: getText(fields, 'category'),
    image: getText(fields, 'image'),
    pictures: findCopiedPictures(content, line),
    commentsEnabled: getFlag(fields, 'comments', true),
    addresses: getTexts(fields, ['redirect_from']).map((address) => address.text),
    remarks: [],
    copied: {
      fields: {
        image_focus: focus
          ? parseWith(imageFocus, { x: numberIn(focus, 'x'), y: numberIn(focus, 'y') }, { line: 1 })
          : null,
        custom_slug: getFlag(fields, 'slug_chosen', false) ? slug : null,
      },
      discussion: {
        isLocked: getFlag(fields, 'locked', false),
        closeAfterDays: getText(fields, 'close_after_days')
          ? getWholeNumber(fields, 'close_after_days', maxCloseDays)
          : null,
        slowModeSeconds: getWholeNumber(fields, 'slow_mode_seconds', maxSlowSeconds),
      },
      readerViews: getWholeNumber(fields, 'reader_views', maxViews),
      state: {
        updatedAt: getDate(fields, 'updated') ?? createdAt,
        editedAt: getDate(fields, 'edited'),
        draftCreatedAt: getDate(fields, 'begun'),
        hidden: hidden && { ...hidden, status },
        publicNames: names && {
          title: getExactText(names, 'title') ?? title,
          slug: getText(names, 'slug')?.text ?? slug,
        },
        offFrontPage: readEvent(fields, 'off_front_page'),
        pinnedAt: getDate(fields, 'pinned'),
        publishAt,
        formerSlugs: getItems(fields.get('former_slugs')).map((item) => {
          const values = getFields(item);
          return {
            slug: parseWith(shape.custom_slug, getText(values, 'slug')?.text, { line: item.line }) ?? '',
            createdAt: requireDate(values, 'date', item.line),
            wasPublic: getFlag(values, 'public', false),
          };
        }),
        corrections: getItems(fields.get('corrections')).map((item) => {
          const values = getFields(item);
          return {
            text: getExactText(values, 'text') ?? '',
            createdAt: requireDate(values, 'date', item.line),
            editor: getText(values, 'by') ?? null,
          };
        }),
      },
    },
  };
}

/** The text begins after the empty line below the front matter and ends before the last line feed. */
function splitExactly(text: string): { fields: YamlFields; content: string; line: number } {
  if (!text.startsWith(separator)) refuse('imports.frontMatterMissing', { line: 1 });
  const end = text.indexOf(`\n${separator}\n`);
  if (end < 0) refuse('imports.frontMatterOpen', { line: 1 });
  const source = text.slice(separator.length, end + 1);
  const content = text.slice(end + 1 + separator.length + 1).replace(/\n$/, '');
  return { fields: getFields(readYaml(source, 2)), content, line: source.split('\n').length + 3 };
}

function findCopiedPictures(content: string, firstLine: number): PictureLink[] {
  return [...content.matchAll(copiedPicture)].map((match) => ({
    target: match[0],
    line: firstLine + content.slice(0, match.index).split('\n').length - 1,
  }));
}

function getMap(fields: YamlFields, name: string): YamlFields | null {
  const value = fields.get(name);
  return value && value.kind !== 'empty' ? getFields(value) : null;
}

const numberIn = (fields: YamlFields, name: string): number => Number(getText(fields, name)?.text);

/** When something was done to a text, by whom and why. */
export function readEvent(fields: YamlFields, name: string) {
  const values = getMap(fields, name);
  if (!values) return null;
  const waiting = getText(values, 'waiting');
  return {
    at: requireDate(values, 'date', fields.get(name)?.line ?? 1),
    by: getText(values, 'by') ?? null,
    reason: getExactText(values, 'reason') ?? '',
    waitingRule: waiting ? readRule(waiting) : null,
  };
}

const readRule = ({ text, line }: YamlText): WaitingRule =>
  waitingRules.find((rule) => rule === text) ??
  refuse('imports.notOption', { line }, { name: 'waiting', options: waitingRules.join(', ') });
