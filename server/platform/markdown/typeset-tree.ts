import type { Element, Root, Text } from 'hast';
import { lineEnd, opaque, typeset } from './typography.ts';

/** What stands in a line of words without ending it. */
const inline = new Set(['a', 'b', 'del', 'em', 'i', 'ins', 's', 'strong', 'sub', 'sup']);
/** What is shown as it was typed. */
const verbatim = new Set(['code', 'kbd', 'pre', 'samp', 'tt', 'var']);

/** Words in a row, across the markup between them; what is left alone stands among them as a text of its own. */
type Run = Text[];

/** Sets the words of a page as a Russian reader expects them: every text once, and nothing inside code or addresses. */
export function typesetTree(tree: Root, set: typeof typeset = typeset): void {
  const finish = (run: Run): void => {
    if (run.length === 0) return;
    const texts = set(run.map(({ value }) => value));
    for (const [index, text] of run.entries()) text.value = texts[index] ?? text.value;
    run.length = 0;
  };
  const walk = (children: readonly Root['children'][number][], run: Run): void => {
    for (const node of children) {
      if (node.type === 'text') run.push(node);
      else if (node.type !== 'element') continue;
      else if (node.tagName === 'br') run.push({ type: 'text', value: lineEnd });
      else if (verbatim.has(node.tagName) || node.tagName === 'img' || isBareAddress(node))
        run.push({ type: 'text', value: opaque });
      else if (inline.has(node.tagName)) walk(node.children, run);
      else {
        finish(run);
        const own: Run = [];
        walk(node.children, own);
        finish(own);
      }
    }
  };
  const run: Run = [];
  walk(tree.children, run);
  finish(run);
}

/** A link that shows its address. */
function isBareAddress({ tagName, children }: Element): boolean {
  const [only, ...others] = children;
  if (tagName !== 'a' || only?.type !== 'text' || others.length > 0) return false;
  return /^(https?:\/\/|www\.|mailto:)\S+$/i.test(only.value);
}
