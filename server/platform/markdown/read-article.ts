import type { ElementContent, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { type ReadText, readShown } from '../text-reading.ts';
import { inlineElements } from './html-nesting.ts';

const parser = unified().use(rehypeParse, { fragment: true });

/** Reads an article as its readers see it, with the descriptions of pictures and the addresses of links. */
export function readArticle(tree: Root): ReadText {
  const blocks: string[][] = [[]];
  const descriptions: string[] = [];
  const addresses: string[] = [];
  const collect = (node: ElementContent): void => {
    if (node.type === 'text') blocks.at(-1)?.push(node.value);
    if (node.type !== 'element') return;
    const { alt, title, href, src } = node.properties;
    for (const description of [alt, title]) if (description) descriptions.push(String(description));
    for (const address of [href, src]) if (address) addresses.push(String(address));
    const isBlock = !inlineElements.has(node.tagName);
    if (isBlock) blocks.push([]);
    for (const child of node.children) collect(child);
    if (isBlock) blocks.push([]);
  };
  for (const node of tree.children) if (node.type !== 'doctype') collect(node);
  return readShown([...blocks.map((block) => block.join('')), ...descriptions].join('\n'), addresses);
}

/** Reads the HTML of a rendered article. */
export const readHtml = (html: string): ReadText => readArticle(parser.parse(html));
