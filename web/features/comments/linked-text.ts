import { LinkifyIt } from 'linkify-it';
import type { CommentPart } from '#locales/comment-text.ts';

/** Links only full http and https URLs: `example.ru` and `reader@example.ru` stay plain text. */
const linkify = new LinkifyIt({ fuzzyEmail: false }).add('ftp:', null).add('mailto:', null).add('//', null);

/** Splits a plain text into URLs and the text between them. The joined parts equal the text. */
export function splitLinks(text: string): CommentPart[] {
  const parts: CommentPart[] = [];
  let end = 0;
  for (const { index, lastIndex, url } of linkify.match(text) ?? []) {
    if (!URL.canParse(url)) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: text.slice(index, lastIndex), href: url });
    end = lastIndex;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
