import { LinkifyIt } from 'linkify-it';

export type TextPart = { text: string; href?: string };

/** Full addresses of http and https alone: `example.ru` and `reader@example.ru` stay words. */
const linkify = new LinkifyIt({ fuzzyEmail: false }).add('ftp:', null).add('mailto:', null).add('//', null);

/** Cuts a plain text into addresses and what stands between them; joined again, the parts are the text. */
export function linkedParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
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
