import type { Mark } from '@tiptap/pm/model';
import type { PhrasingContent } from 'mdast';
import { htmlTags } from './html-tags.ts';

/**
 * A word, a space, a line break, a code span or the label of a footnote of a text block with its marks. The text of a break is
 * its tag, where Markdown has no line breaks.
 */
export type Piece = {
  kind: 'word' | 'space' | 'break' | 'code' | 'note';
  text: string;
  marks: readonly Mark[];
};

const contentKinds = new Set<Piece['kind']>(['word', 'code', 'note']);

/** Converts flat marks to nested nodes. Marks do not begin or end at a space: Markdown would not parse them. */
export function nestMarks(pieces: readonly Piece[]): PhrasingContent[] {
  return nest(mergeAdjacent(limitSpaceMarks(trimEdges(pieces))));
}

/** Removes spaces and breaks at both ends, and spaces beside a break. */
function trimEdges(pieces: readonly Piece[]): Piece[] {
  const first = pieces.findIndex(({ kind }) => contentKinds.has(kind));
  if (first < 0) return [];
  const last = pieces.findLastIndex(({ kind }) => contentKinds.has(kind));
  const inner = pieces.slice(first, last + 1);
  return inner.filter(
    ({ kind }, index) =>
      kind !== 'space' || (inner[index - 1]?.kind !== 'break' && inner[index + 1]?.kind !== 'break'),
  );
}

/** Limits the marks of a space or a break to those that the words on both sides share. */
function limitSpaceMarks(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, index) => {
    if (contentKinds.has(piece.kind)) return piece;
    const before = nearestContent(pieces, index, -1);
    const after = nearestContent(pieces, index, 1);
    const marks = piece.marks.filter((mark) => before && after && has(before, mark) && has(after, mark));
    return { ...piece, marks };
  });
}

function nearestContent(pieces: readonly Piece[], from: number, step: 1 | -1): Piece | undefined {
  let index = from + step;
  while (pieces[index] && !contentKinds.has((pieces[index] as Piece).kind)) index += step;
  return pieces[index];
}

function has({ marks }: Piece, mark: Mark): boolean {
  return mark.isInSet(marks);
}

function mergeAdjacent(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const hasSameMarks = last && sameMarks(last.marks, piece.marks);
    if (hasSameMarks && last.kind === 'code' && piece.kind === 'code') last.text += piece.text;
    else if (hasSameMarks && isText(last) && isText(piece)) last.text += piece.text;
    else joined.push({ ...piece });
  }
  return joined;
}

function isText({ kind }: Piece): boolean {
  return kind === 'word' || kind === 'space';
}

function sameMarks(some: readonly Mark[], others: readonly Mark[]): boolean {
  return some.length === others.length && some.every((mark) => mark.isInSet(others));
}

/** Nests the marks; the longest mark becomes the outermost node. */
function nest(pieces: readonly Piece[]): PhrasingContent[] {
  const nodes: PhrasingContent[] = [];
  let index = 0;
  while (index < pieces.length) {
    const piece = pieces[index] as Piece;
    const reach = (mark: Mark): number => {
      let end = index + 1;
      while (end < pieces.length && has(pieces[end] as Piece, mark)) end += 1;
      return end;
    };
    const outer = piece.marks.reduce<Mark | null>(
      (best, mark) => (best === null || reach(mark) > reach(best) ? mark : best),
      null,
    );
    if (!outer) {
      nodes.push(leaf(piece));
      index += 1;
      continue;
    }
    const end = reach(outer);
    const within = pieces
      .slice(index, end)
      .map((inner) => ({ ...inner, marks: outer.removeFromSet(inner.marks) }));
    nodes.push(...wrap(outer, nest(mergeAdjacent(within))));
    index = end;
  }
  return nodes;
}

function leaf({ kind, text }: Piece): PhrasingContent {
  if (kind === 'note') return { type: 'footnoteReference', identifier: text.toLowerCase(), label: text };
  if (kind === 'code') return { type: 'inlineCode', value: text };
  if (kind === 'break') return text ? { type: 'html', value: text } : { type: 'break' };
  return { type: 'text', value: text };
}

function wrap({ type, attrs }: Mark, children: PhrasingContent[]): PhrasingContent[] {
  if (type.name === 'bold') return [{ type: 'strong', children }];
  if (type.name === 'italic') return [{ type: 'emphasis', children }];
  if (type.name === 'strike') return [{ type: 'delete', children }];
  if (type.name === 'link') return [{ type: 'link', url: attrs.href, title: attrs.title || null, children }];
  const [start, end] = htmlTags(type.name, attrs.title);
  return [{ type: 'html', value: start }, ...children, { type: 'html', value: end }];
}
