const graphemes = new Intl.Segmenter('ru', { granularity: 'grapheme' });

/** At most `length` UTF-16 units of the beginning of a text, not cut inside a sign: a joined emoji, a flag, a letter with marks. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = graphemes.segment(text.slice(0, length + 2)).containing(length)?.index ?? 0;
  // A sign longer than that is cut between its characters.
  return start > 0 ? text.slice(0, start) : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** At most `length` UTF-16 units, with an ellipsis for the rest. */
export const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${cutText(text, length - 1).trimEnd()}…`;
