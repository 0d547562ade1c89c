import { maxPageSize } from '#contract/query.ts';
import { notFound } from '../errors.ts';

export type Page = { number: number; size: number; offset: number };

export const defaultPageSize = 20;
/** For lists that clients show without further pages, such as categories and plans. */
export const longPageSize = 100;

type PageQuery = { page?: string | undefined; page_size?: string | undefined };

/**
 * Returns the requested page of `count` items. Throws 404 for a page that is not a number or does not exist. A page
 * size that is not a number is the default, one above 100 is 100 (docs/api.md, section "Lists").
 */
export function pageOf(query: PageQuery, count: number, fallbackSize = defaultPageSize): Page {
  const size = pageSizeOf(query.page_size, fallbackSize);
  const last = Math.max(1, Math.ceil(count / size));
  const number = query.page === 'last' ? last : Number(query.page ?? 1);
  if (!Number.isInteger(number) || number < 1 || number > last) throw notFound('errors.pageNotFound');
  return { number, size, offset: (number - 1) * size };
}

/** Position after the last item of the requested page, at most `limit`; of the last page and of a wrong one `limit`. */
export function endOfPage(query: PageQuery, limit: number, fallbackSize = defaultPageSize): number {
  const number = Number(query.page ?? 1);
  return number >= 1 ? Math.min(limit, Math.ceil(number) * pageSizeOf(query.page_size, fallbackSize)) : limit;
}

function pageSizeOf(value: string | undefined, fallback: number): number {
  const size = Number(value ?? fallback);
  return Number.isInteger(size) && size >= 1 ? Math.min(size, maxPageSize) : fallback;
}

export type Ordering<Field extends string> = Array<{ field: Field; isDescending: boolean }>;

/**
 * Parses `-created_at,title` into fields and directions. The contract decides which fields are valid and how many
 * (`normaliseOrdering`). Returns the default when no field is left.
 */
export function orderingOf<Field extends string>(
  value: string | undefined,
  fields: Record<string, Field>,
  fallback: Ordering<Field>,
): Ordering<Field> {
  const ordering = (value ?? '').split(',').flatMap((part) => {
    const isDescending = part.startsWith('-');
    const name = isDescending ? part.slice(1) : part;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field ? [{ field, isDescending }] : [];
  });
  return ordering.length > 0 ? ordering : fallback;
}

/** The direction of each field of an ordering, and of the id, which breaks ties in the direction of the last field. */
export const directionsOf = <Field extends string>(
  ordering: Ordering<Field>,
): { fields: Array<[Field, 'asc' | 'desc']>; id: 'asc' | 'desc' } => {
  const toDirection = (isDescending: boolean | undefined) => (isDescending ? 'desc' : 'asc');
  return {
    fields: ordering.map(({ field, isDescending }) => [field, toDirection(isDescending)]),
    id: toDirection(ordering.at(-1)?.isDescending),
  };
};

/** From this offset on, a query first finds the start of the page or skips whole groups of rows. */
export const deepOffset = 2_000;

/** A range of an ordered list; `total` is the length of the list, where the exact number is known. */
type ListRange<Field extends string> = {
  ordering: Ordering<Field>;
  offset: number;
  limit: number;
  total?: number | undefined;
};

/**
 * Reverse pagination: reads a range of a list from its nearer end. PostgreSQL skips the rows before a range one by one,
 * so the last page would be the most expensive. `read` receives the range as counted from that end.
 */
export async function readWithReversePagination<Field extends string, Row>(
  { ordering, offset, limit, total }: ListRange<Field>,
  read: (range: { ordering: Ordering<Field>; offset: number; limit: number }) => Promise<Row[]>,
): Promise<Row[]> {
  if (total === undefined || offset <= total / 2) return read({ ordering, offset, limit });
  const end = Math.min(offset + limit, total);
  const reversed = ordering.map(({ field, isDescending }) => ({ field, isDescending: !isDescending }));
  const rows = await read({ ordering: reversed, offset: total - end, limit: Math.max(0, end - offset) });
  return rows.reverse();
}
