export type Heading = { id: string; text: string; level: number };

/** A text with fewer headings needs no table of contents. */
const minHeadings = 3;
/** The start of a heading with the id that the Markdown renderer gives to each heading. */
const headingStart = /^([1-6]) id="(h-[\w-]+)"(?: data-anchor="[^"]*")?>/;

/** The headings of rendered HTML for a table of contents, at two levels; empty for a text with few headings. */
export function extractHeadings(html: string): Heading[] {
  const found = html.split('<h').flatMap((part) => {
    const [start, level, id] = headingStart.exec(part) ?? [];
    if (!start || !level || !id) return [];
    const [inner = ''] = part.slice(start.length).split(`</h${level}>`, 1);
    return { id, text: toPlainText(inner), level: Number(level) };
  });
  const top = Math.min(...found.map(({ level }) => level));
  const listed = found.filter(({ level, text }) => level <= top + 1 && text !== '');
  return listed.length < minHeadings ? [] : listed.map((entry) => ({ ...entry, level: entry.level - top }));
}

/** Strips tags and decodes entities. The result is plain text; React escapes it again. */
function toPlainText(html: string): string {
  return html
    .replace(/<[^>]*>?/g, '')
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .trim();
}
