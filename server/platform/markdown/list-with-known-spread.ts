import type { List } from 'mdast';

const cache = new WeakMap<List, List>();

/**
 * Returns a list with its looseness precomputed. remark-rehype asks for it once for each item, and each time it would
 * visit all items.
 */
export function listWithKnownSpread(list: List): List {
  const cached = cache.get(list);
  if (cached) return cached;
  const spread = list.spread || list.children.some((item) => item.spread ?? item.children.length > 1);
  const result: List = { type: 'list', spread, children: [] };
  cache.set(list, result);
  return result;
}
