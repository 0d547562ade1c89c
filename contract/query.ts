/** One spelling of each value of a query, for validation, cache keys and the pages. Free of schemas: browsers load it. */

/** How long a search may be; what is beyond is ignored. */
export const searchMaxLength = 200;
/** Each further field of an ordering multiplies the number of possible statements and cached responses. */
export const maxOrderingFields = 4;
const maxPageSize = 100;

/** `01`, `+1` and `1.0` are one page; `0` names no page. */
export function normalisePage(value: string): string {
  const text = value.trim();
  if (text === 'last') return text;
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= 1 ? String(number) : '0';
}

/** `1` to `100`; empty for anything that means the default. */
export function normalisePageSize(value: string): string {
  const size = Number(value);
  return Number.isInteger(size) && size >= 1 ? String(Math.min(size, maxPageSize)) : '';
}

/** How many comments one part of a discussion holds at most, for callers who do not ask for fewer. */
export const discussionPartMaxLength = 1_000;

/** `1` to `discussionPartMaxLength`; empty for anything that means the most. */
export function normalisePartLength(value: string): string {
  const length = Number(value);
  return Number.isInteger(length) && length >= 1 ? String(Math.min(length, discussionPartMaxLength)) : '';
}

export const normaliseSearch = (value: string): string =>
  value.trim().slice(0, searchMaxLength).trimEnd().toWellFormed();

/** Known fields, each once and at most `maxOrderingFields` of them; empty where none is left. */
export function normaliseOrdering(
  value: string,
  fields: readonly string[],
  aliases: Record<string, string> = {},
): string {
  const kept = new Map<string, string>();
  for (const part of value.split(',')) {
    const [, sign = '', name = ''] = /^(-?)(.*)$/s.exec(part.trim()) ?? [];
    const field = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
    if (fields.includes(field) && !kept.has(field)) kept.set(field, sign + field);
    if (kept.size === maxOrderingFields) break;
  }
  return [...kept.values()].join(',');
}
