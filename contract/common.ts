import { z } from 'zod';

/** The largest id PostgreSQL's bigint and a JavaScript number both hold exactly. */
export const maxId = Number.MAX_SAFE_INTEGER;

export const id = () => z.int().min(1).max(maxId);
export const count = () => z.int().min(0);
/** ISO 8601 in UTC with `Z`. */
export const timestamp = () => z.iso.datetime();
/** A sum of money: a text with two decimals (contract 1.7). */
export const money = () => z.string().regex(/^\d+\.\d{2}$/);
/** Text that PostgreSQL can hold: no NUL, no lone surrogate (trust I4). */
export const text = () => z.string().refine(isStorableText, 'validation.unreadable');
export const slugParams = z.object({ slug: z.string() });

function isStorableText(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed();
}

/** A required text: missing and blank are the same mistake to the reader. The message is a key of `text/`. */
export const requiredText = (maxLength: number, messages: { required: string; tooLong?: string }) =>
  z
    .string({
      error: (issue) => (issue.input === undefined || issue.input === null ? messages.required : undefined),
    })
    .trim()
    .min(1, messages.required)
    .max(maxLength, messages.tooLong)
    .refine(isStorableText, 'validation.unreadable');

/**
 * An uploaded file in a body. JSON callers send `{}` or the current address and mean "unchanged"; null or an
 * empty text remove the file (contract T4). The binder hands over bytes, `null`, or leaves the field out.
 */
export const uploadedFile = () => requiredFile().nullish();
/** A file that the request is about. */
export const requiredFile = () =>
  z
    .custom<Uint8Array>((value) => value instanceof Uint8Array, 'validation.file')
    .meta({ type: 'string', format: 'binary' });

export const pageQuery = { page: z.string().optional(), page_size: z.string().optional() };
export const searchQuery = { search: z.string().optional(), ordering: z.string().optional() };
/** A filter by id: an empty value means no filter, another malformed one is 400 (contract 1.6). */
export const idFilter = () => id().optional();

/** The list envelope of contract 1.5: absolute links to the neighbouring pages. */
export const envelope = <Item extends z.ZodType>(item: Item) =>
  z.object({
    count: count(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });

/** For operations that need nothing from the caller but must not choke on a body. */
export const emptyBody = z.object({});
export const messageBody = z.object({ message: z.string() });
