import type { Nodes, Paragraph, Parents } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { gfmOptions } from '#contract/html-elements.ts';
import type { Place } from './find-in-order.ts';

const parser = unified().use(remarkParse).use(remarkGfm, gfmOptions);

/** Makes the line ends within paragraphs breaks, but those between pictures, which are a gallery. */
export function addBreaks(markdown: string): string {
  const parts: string[] = [];
  let done = 0;
  visit(parser.parse(markdown), 'paragraph', (paragraph: Paragraph) => {
    const { start, end } = placeOf(paragraph);
    const kept = keptPlaces(paragraph);
    let next = 0;
    for (const { index } of markdown.slice(start, end).matchAll(/\n/g)) {
      const at = start + index;
      while ((kept[next]?.end ?? Infinity) <= at) next += 1;
      if ((kept[next]?.start ?? Infinity) <= at) continue;
      parts.push(markdown.slice(done, at).replace(/[ \t]$/, ''), '\\');
      done = at;
    }
  });
  return parts.join('') + markdown.slice(done);
}

const placeOf = ({ position }: Nodes): Place => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
});

/** Code, HTML and breaks, and what stands between two pictures, in their order. */
function keptPlaces(parent: Parents): Place[] {
  return parent.children.flatMap((node, index): Place[] => {
    if ('children' in node) return keptPlaces(node);
    const isGap = isPicture(parent.children[index - 1]) && isPicture(parent.children[index + 1]);
    return node.type !== 'text' || (isGap && node.value.trim() === '') ? [placeOf(node)] : [];
  });
}

const isPicture = (node: Nodes | undefined): boolean =>
  node?.type === 'image' || node?.type === 'imageReference';
