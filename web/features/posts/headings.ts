export type Heading = { id: string; text: string; level: number };

/** Fewer headings are seen at a glance. */
const fewestHeadings = 3;
/** Where a heading begins, with the address that the renderer gives to every heading of a text. */
const opening = /^([1-6]) id="(h-[\w-]+)">/;

/** The headings of a rendered text for its table of contents, at two levels; none for a text with few of them. */
export function headingsOf(html: string): Heading[] {
  const found = html.split('<h').flatMap((part) => {
    const [start, level, id] = opening.exec(part) ?? [];
    if (!start || !level || !id) return [];
    const [inner = ''] = part.slice(start.length).split(`</h${level}>`, 1);
    return { id, text: wordsOf(inner), level: Number(level) };
  });
  const top = Math.min(...found.map(({ level }) => level));
  const shown = found.filter(({ level, text }) => level <= top + 1 && text !== '');
  return shown.length < fewestHeadings ? [] : shown.map((entry) => ({ ...entry, level: entry.level - top }));
}

/** Plain words: React escapes them again, so what looks like markup here stays words. */
function wordsOf(html: string): string {
  return html
    .replace(/<[^>]*>?/g, '')
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .trim();
}
