import { notFound } from '../errors.ts';

export type Page = { number: number; size: number; offset: number };

const maxPageSize = 100;
export const defaultPageSize = 20;
/** For lists that clients never page: categories, plans (contract 1.5). */
export const longPageSize = 100;

type PageQuery = { page?: string | undefined; page_size?: string | undefined };

/**
 * The asked-for page of `count` items. 404 for a page that does not exist or is no number; a page size that is no
 * number is the default, a larger one than 100 is 100 (contract 1.5).
 */
export function pageOf(query: PageQuery, count: number, fallbackSize = defaultPageSize): Page {
  const size = pageSizeOf(query.page_size, fallbackSize);
  const last = Math.max(1, Math.ceil(count / size));
  const number = query.page === 'last' ? last : Number(query.page ?? 1);
  if (!Number.isInteger(number) || number < 1 || number > last) throw notFound('errors.pageNotFound');
  return { number, size, offset: (number - 1) * size };
}

function pageSizeOf(value: string | undefined, fallback: number): number {
  const size = Number(value ?? fallback);
  return Number.isInteger(size) && size >= 1 ? Math.min(size, maxPageSize) : fallback;
}

export type Ordering<Field extends string> = Array<{ field: Field; isDescending: boolean }>;

/**
 * `-created_at,title` as fields and directions. Which fields count, and how many, is decided by the contract
 * (`normaliseOrdering`); the default applies where none is left.
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

/** From here on a page is far down: it pays to ask first where it begins, or what need not be passed one by one. */
export const deepOffset = 2_000;

/** A part of a list in an order; `total` is how long the list is, where that is exactly known. */
type Stretch<Field extends string> = {
  ordering: Ordering<Field>;
  offset: number;
  limit: number;
  total?: number | undefined;
};

/**
 * The rows of a part of a list, read from the end that is nearer: what stands before them has to be passed one by one,
 * so the last page would be the dearest. `read` gets the part as counted from that end.
 */
export async function fromNearerEnd<Field extends string, Row>(
  { ordering, offset, limit, total }: Stretch<Field>,
  read: (stretch: { ordering: Ordering<Field>; offset: number; limit: number }) => Promise<Row[]>,
): Promise<Row[]> {
  if (total === undefined || offset <= total / 2) return read({ ordering, offset, limit });
  const end = Math.min(offset + limit, total);
  const backwards = ordering.map(({ field, isDescending }) => ({ field, isDescending: !isDescending }));
  const rows = await read({ ordering: backwards, offset: total - end, limit: Math.max(0, end - offset) });
  return rows.reverse();
}
