/** Normal forms of query values, for validation, cache keys and pages. It imports no schemas, because browsers load it. */

/** The maximum length of a search; the rest is ignored. */
export const searchMaxLength = 200;
/** Each further field of an ordering multiplies the number of possible statements and cached responses. */
export const maxOrderingFields = 4;
export const maxPageSize = 100;
/**
 * Lists without a maintained counter count their matches up to this number and end there: a full count of more rows
 * would be too slow.
 */
export const exactCountLimit = 10_000;

/** `01`, `+1` and `1.0` mean page 1; `0` stands for any invalid page. */
export function normalisePage(value: string): string {
  const text = value.trim();
  if (text === 'last') return text;
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= 1 ? String(number) : '0';
}

/** `1` to `100`; empty for any value that means the default. */
export function normalisePageSize(value: string): string {
  const size = Number(value);
  return Number.isInteger(size) && size >= 1 ? String(Math.min(size, maxPageSize)) : '';
}

/** The maximum, and the default, number of comments in one part of a discussion. */
export const discussionPartMaxLength = 1_000;

/** `1` to `discussionPartMaxLength`; empty for any value that means the maximum. */
export function normalisePartLength(value: string): string {
  const length = Number(value);
  return Number.isInteger(length) && length >= 1 ? String(Math.min(length, discussionPartMaxLength)) : '';
}

/** The orders of the threads of a discussion, beside the default of the API. */
export const discussionOrders = ['newest', 'oldest', 'discussed'] as const;
export type DiscussionOrder = (typeof discussionOrders)[number];

/** A known order; empty for any other value. */
export const normaliseDiscussionOrder = (value: string): DiscussionOrder | '' =>
  discussionOrders.find((order) => order === value) ?? '';

export const normaliseSearch = (value: string): string =>
  value.trim().slice(0, searchMaxLength).trimEnd().toWellFormed();

/** The known fields, each once and at most `maxOrderingFields`; empty if none is valid. */
export function normaliseOrdering(
  value: string,
  fields: readonly string[],
  aliases: Record<string, string> = {},
): string {
  const selected = new Map<string, string>();
  for (const part of value.split(',')) {
    const [, sign = '', name = ''] = /^(-?)(.*)$/s.exec(part.trim()) ?? [];
    const field = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
    if (fields.includes(field) && !selected.has(field)) selected.set(field, sign + field);
    if (selected.size === maxOrderingFields) break;
  }
  return [...selected.values()].join(',');
}
