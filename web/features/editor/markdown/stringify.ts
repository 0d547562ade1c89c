import type { Root, RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkStringify, { type Options } from 'remark-stringify';
import { unified } from 'unified';
import { gfmOptions } from '#contract/html-elements.ts';
import type { LoneAddress } from './from-editor.ts';

export type Bullet = '-' | '*' | '+';
export type Delimiter = '.' | ')';
/** The markers of a list. Adjacent lists need different markers to stay separate. */
export type ListMarkers = { bullet: Bullet; delimiter: Delimiter };

const stringifyOptions: Options = {
  fences: true,
  listItemIndent: 'one',
  rule: '-',
  emphasis: '*',
  strong: '*',
  handlers: { loneAddress: ({ value }: LoneAddress) => value } as Options['handlers'],
};

const serializers = new Map<string, (root: Root) => string>();

/** Serializes one top-level block as Markdown in the site's style, without a trailing line end. */
export function stringifyBlock(block: RootContent, { bullet, delimiter }: ListMarkers): string {
  const key = bullet + delimiter;
  const serialize = serializers.get(key) ?? createSerializer(bullet, delimiter);
  serializers.set(key, serialize);
  let text = serialize({ type: 'root', children: [block] });
  while (text.endsWith('\n')) text = text.slice(0, -1);
  return text;
}

function createSerializer(bullet: Bullet, delimiter: Delimiter): (root: Root) => string {
  const serializer = unified()
    .use(remarkGfm, { ...gfmOptions, tablePipeAlign: false })
    .use(remarkStringify, {
      ...stringifyOptions,
      bullet,
      bulletOther: bullet === '*' ? '-' : '*',
      bulletOrdered: delimiter,
    })
    .freeze();
  return (root) => serializer.stringify(root);
}

/** Makes every list in a block loose (blank lines between items), for blocks whose tight form is misparsed. */
export function makeLoose(block: RootContent): RootContent {
  const copy = structuredClone(block);
  const loosenNode = (node: { type: string; spread?: unknown; children?: unknown }): void => {
    if (node.type === 'list' || node.type === 'listItem') node.spread = true;
    if (Array.isArray(node.children)) node.children.forEach(loosenNode);
  };
  loosenNode(copy);
  return copy;
}
