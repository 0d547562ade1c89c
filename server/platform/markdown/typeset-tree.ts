import type { Element, Root, Text } from 'hast';
import { lineSeparator, objectReplacement } from '#locales/typography.ts';
import { typesetArticle } from './article-typography.ts';

/** Inline elements, which continue a line of text. */
const inline = new Set('a abbr b del em i ins mark s span strong sub sup u'.split(' '));
/** Elements with verbatim content. */
const verbatim = new Set(['code', 'kbd', 'pre', 'samp', 'tt', 'var']);

/** Consecutive texts across inline markup; excluded content is represented by a text of its own. */
type Run = Text[];

/** Applies Russian typography to a page: to every text once, except in code and URLs. */
export function typesetTree(tree: Root, set: typeof typesetArticle = typesetArticle): void {
  const finish = (run: Run): void => {
    if (run.length === 0) return;
    const texts = set(run.map(({ value }) => value));
    for (const [index, text] of run.entries()) text.value = texts[index] ?? text.value;
    run.length = 0;
  };
  const walk = (children: readonly Root['children'][number][], run: Run, isCard = false): void => {
    for (const node of children) {
      if (node.type === 'text') run.push(node);
      else if (node.type !== 'element') continue;
      else if (node.tagName === 'br') run.push({ type: 'text', value: lineSeparator });
      else if (verbatim.has(node.tagName) || node.tagName === 'img' || isBareUrl(node))
        run.push({ type: 'text', value: objectReplacement });
      else if (inline.has(node.tagName) && !isCard) walk(node.children, run);
      else {
        finish(run);
        const own: Run = [];
        // The title of a card and its address are no sentence.
        walk(node.children, own, isCard || 'dataEmbed' in node.properties);
        finish(own);
      }
    }
  };
  const run: Run = [];
  walk(tree.children, run);
  finish(run);
}

/** A link with its URL as text. */
export function isBareUrl({ tagName, children }: Element): boolean {
  const [only, ...others] = children;
  if (tagName !== 'a' || only?.type !== 'text' || others.length > 0) return false;
  return /^(https?:\/\/|www\.|mailto:)\S+$/i.test(only.value);
}
