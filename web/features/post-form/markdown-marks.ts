export type Mark = 'bold' | 'italic' | 'subheading' | 'quote' | 'link';

/** A change of a text: what stands between `from` and `to` becomes `insert`, and what is selected afterwards. */
export type TextChange = { from: number; to: number; insert: string; selectFrom: number; selectTo: number };

const around = { bold: '**', italic: '*' };
const before = { subheading: '## ', quote: '> ' };
const linkAddress = 'https://';

/** Marks the selection of a Markdown text; marking it again takes bold, italic, heading and quote away. */
export function applyMark(
  text: string,
  selection: [from: number, to: number],
  mark: Mark,
  words: string,
): TextChange {
  const [from, to] = selection;
  if (mark === 'bold' || mark === 'italic') return toggleAround(text, from, to, around[mark]);
  if (mark === 'subheading' || mark === 'quote') return toggleLines(text, from, to, before[mark]);
  const label = text.slice(from, to) || words;
  const insert = `[${label}](${linkAddress})`;
  const address = from + label.length + 3;
  return { from, to, insert, selectFrom: address, selectTo: address + linkAddress.length };
}

function toggleAround(text: string, from: number, to: number, sign: string): TextChange {
  const chosen = text.slice(from, to);
  if (isMarked(text, from, to, sign)) {
    const start = from - sign.length;
    return {
      from: start,
      to: to + sign.length,
      insert: chosen,
      selectFrom: start,
      selectTo: start + chosen.length,
    };
  }
  const start = from + sign.length;
  return { from, to, insert: sign + chosen + sign, selectFrom: start, selectTo: start + chosen.length };
}

/** One asterisk inside two is a part of bold, not italic: only an odd run of them holds the sign of italic. */
function isMarked(text: string, from: number, to: number, sign: string): boolean {
  const left = /\**$/.exec(text.slice(0, from))?.[0].length ?? 0;
  const right = /^\**/.exec(text.slice(to))?.[0].length ?? 0;
  const run = Math.min(left, right);
  return sign.length === 1 ? run % 2 === 1 : run >= 2;
}

function toggleLines(text: string, from: number, to: number, prefix: string): TextChange {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', to);
  const end = next === -1 ? text.length : next;
  const lines = text.slice(start, end).split('\n');
  const isMarkedAlready = lines.every((line) => line.startsWith(prefix));
  const insert = lines
    .map((line) => (isMarkedAlready ? line.slice(prefix.length) : prefix + line))
    .join('\n');
  return { from: start, to: end, insert, selectFrom: start + insert.length, selectTo: start + insert.length };
}
