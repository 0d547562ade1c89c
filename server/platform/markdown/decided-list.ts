import type { List } from 'mdast';

const decided = new WeakMap<List, List>();

/** A list that says at once whether it is loose: asked by every item, it would ask all of them every time. */
export function decidedList(list: List): List {
  const known = decided.get(list);
  if (known) return known;
  const spread = list.spread || list.children.some((item) => item.spread ?? item.children.length > 1);
  const made: List = { type: 'list', spread, children: [] };
  decided.set(list, made);
  return made;
}
