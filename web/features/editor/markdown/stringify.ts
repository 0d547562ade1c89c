import type { Root, RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkStringify, { type Options } from 'remark-stringify';
import { unified } from 'unified';
import type { LoneAddress } from './from-editor.ts';

export type Bullet = '-' | '*' | '+';
export type Delimiter = '.' | ')';
/** What two lists beside each other differ in, so that they stay two. */
export type ListMarkers = { bullet: Bullet; delimiter: Delimiter };

const house: Options = {
  fences: true,
  listItemIndent: 'one',
  rule: '-',
  emphasis: '*',
  strong: '*',
  handlers: { loneAddress: ({ value }: LoneAddress) => value } as Options['handlers'],
};

const writers = new Map<string, (root: Root) => string>();

/** One top-level block as Markdown in the house's style, without a line end after it. */
export function stringifyBlock(block: RootContent, { bullet, delimiter }: ListMarkers): string {
  const key = bullet + delimiter;
  const write = writers.get(key) ?? createWriter(bullet, delimiter);
  writers.set(key, write);
  let text = write({ type: 'root', children: [block] });
  while (text.endsWith('\n')) text = text.slice(0, -1);
  return text;
}

function createWriter(bullet: Bullet, delimiter: Delimiter): (root: Root) => string {
  const writer = unified()
    .use(remarkGfm, { tablePipeAlign: false })
    .use(remarkStringify, {
      ...house,
      bullet,
      bulletOther: bullet === '*' ? '-' : '*',
      bulletOrdered: delimiter,
    })
    .freeze();
  return (root) => writer.stringify(root);
}

/** Every list in a block with blank lines between its items: the way out where a tight one would be misread. */
export function loosened(block: RootContent): RootContent {
  const copy = structuredClone(block);
  const open = (node: { type: string; spread?: unknown; children?: unknown }): void => {
    if (node.type === 'list' || node.type === 'listItem') node.spread = true;
    if (Array.isArray(node.children)) node.children.forEach(open);
  };
  open(copy);
  return copy;
}
