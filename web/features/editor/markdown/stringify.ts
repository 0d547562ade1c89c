import type { Root, RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkStringify, { type Options } from 'remark-stringify';
import { unified } from 'unified';
import type { LoneAddress } from './from-editor.ts';

export type Bullet = '-' | '*' | '+';
export type Delimiter = '.' | ')';
/** The markers of a list. Adjacent lists need different markers to stay separate. */
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

/** Serializes one top-level block as Markdown in the site's style, without a trailing line end. */
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

/** Makes every list in a block loose (blank lines between items), for blocks whose tight form is misparsed. */
export function loosened(block: RootContent): RootContent {
  const copy = structuredClone(block);
  const open = (node: { type: string; spread?: unknown; children?: unknown }): void => {
    if (node.type === 'list' || node.type === 'listItem') node.spread = true;
    if (Array.isArray(node.children)) node.children.forEach(open);
  };
  open(copy);
  return copy;
}
