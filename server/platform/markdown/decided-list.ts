import type { List } from 'mdast';

const decided = new WeakMap<List, List>();

/**
 * Returns a list with its looseness precomputed. remark-rehype asks for it once for each item, and each time it would
 * visit all items.
 */
export function decidedList(list: List): List {
  const known = decided.get(list);
  if (known) return known;
  const spread = list.spread || list.children.some((item) => item.spread ?? item.children.length > 1);
  const made: List = { type: 'list', spread, children: [] };
  decided.set(list, made);
  return made;
}
