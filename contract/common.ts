import { z } from 'zod';
import {
  discussionPartMaxLength,
  maxOrderingFields,
  normaliseOrdering,
  normalisePage,
  normalisePageSize,
  normalisePartLength,
  normaliseSearch,
  searchMaxLength,
} from './query.ts';

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
export const slugParams = z.object({
  slug: z.string().meta({ description: 'The slug; digits that are no slug are an id.' }),
});
/** An id in a path: whatever else stands there is not found. */
export const pathId = () => z.string().meta({ description: 'A positive integer; anything else is 404.' });

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

const inQuery = (description: string, normalise = (value: string) => value.trim()) =>
  z.string().overwrite(normalise).optional().meta({ description });

export const pageQuery = {
  page: inQuery(
    'From 1, or `last`. A page that does not exist, or no number, is 404; page 1 always exists.',
    normalisePage,
  ),
  page_size: inQuery(
    '1 to 100; more is taken as 100, anything else as the default: 20, or 100 for categories, plans and the posts of a category.',
    normalisePageSize,
  ),
};
export const searchTermsQuery = (where = 'Each must occur, in whatever case; ё is е.') =>
  inQuery(
    `Terms separated by blanks or commas. ${where} The first ten terms and the first ${searchMaxLength} characters count.`,
    normaliseSearch,
  );
/** Search, and an order by one or more of the fields. */
export const searchQuery = (fields: readonly string[], aliases?: Record<string, string>) => ({
  search: searchTermsQuery(),
  ordering: inQuery(
    `Fields separated by commas, each descending after \`-\`: ${fields.map((field) => `\`${field}\``).join(', ')}. Unknown and repeated ones are dropped and at most ${maxOrderingFields} count; without any the order is the default one.`,
    (value) => normaliseOrdering(value, fields, aliases),
  ),
});
/** A filter by id: an empty value means no filter, another malformed one is 400 (contract 1.6). */
export const idFilter = () =>
  id().optional().meta({ description: 'An id; an unknown one gives an empty list, a malformed one 400.' });

/** A part of a discussion, from its beginning or from behind a comment on. */
export const discussionPartQuery = () => ({
  limit: inQuery(
    `How many comments at most: 1 to ${discussionPartMaxLength}, which is the default. A part also ends where its texts hold more than 1,024 bytes for each comment of its limit.`,
    normalisePartLength,
  ),
  after: idFilter().meta({
    description:
      'The comment after which the part begins: `next_after` of the part before. One that is not there means the beginning; a malformed one is 400.',
  }),
});

/** A category by id or slug; one that does not exist leaves nothing. */
export const categoryFilter = () =>
  inQuery('The id or the slug of a category; unknown ones give an empty list.');
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
/** A literal in English that programs may compare. */
export const messageBody = <Text extends string>(message: Text) => z.object({ message: z.literal(message) });
