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

/** The largest id that both PostgreSQL's bigint and a JavaScript number hold exactly. */
export const maxId = Number.MAX_SAFE_INTEGER;

export const id = () => z.int().min(1).max(maxId);
export const count = () => z.int().min(0);
/** ISO 8601 in UTC with `Z`. */
export const timestamp = () => z.iso.datetime();
/** An amount of money: a string with two decimals, because floats lose kopecks. */
export const money = () => z.string().regex(/^\d+\.\d{2}$/);
/** Text that PostgreSQL can store: no NUL, no lone surrogate. */
export const text = () => z.string().refine(isStorableText, 'validation.unreadable');
/** Signs that turn the direction of everything after them, also outside of the text that has them. */
const directionSigns = /[\u202A-\u202E\u2066-\u2069]/g;
/** Trimmed, and without those signs. */
export const cleanText = (value: string): string => value.replace(directionSigns, '').trim();

/** A text that may be missing, null or blank, trimmed and without signs that turn its direction. */
export const optionalText = (maxLength: number) =>
  z.string().overwrite(cleanText).max(maxLength).refine(isStorableText, 'validation.unreadable').nullish();
export const slugParams = z.object({
  slug: z.string().meta({ description: 'The slug, or the id if no post or category has such a slug.' }),
});
/** An id in a path: any other value is 404. */
export const pathId = () => z.string().meta({ description: 'A positive integer; anything else is 404.' });

function isStorableText(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed();
}

const trapMaxLength = 500;
/**
 * A field that people do not see in forms. A robot that fills in every field fills in this one too: what it writes waits for a
 * moderator.
 */
export const trapField = () =>
  optionalText(trapMaxLength).meta({
    description: 'Leave it out: forms hide it from people to recognise robots.',
  });
/** As `optionalText`, but required: a missing and a blank value get the same message. The message is a key of `text/`. */
export const requiredText = (maxLength: number, messages: { required: string; tooLong?: string }) =>
  z
    .string({
      error: (issue) => (issue.input === undefined || issue.input === null ? messages.required : undefined),
    })
    .overwrite(cleanText)
    .min(1, messages.required)
    .max(maxLength, messages.tooLong)
    .refine(isStorableText, 'validation.unreadable');

/**
 * An uploaded file in a body. `{}` or the current URL means "unchanged", because some HTTP clients turn a form with a
 * file into JSON; null or an empty string removes the file. The binder passes bytes or `null`, or omits the field.
 */
export const uploadedFile = () => requiredFile().nullish();
/** A required file. */
export const requiredFile = () =>
  z
    .custom<Uint8Array>((value) => value instanceof Uint8Array, 'validation.file')
    .meta({ type: 'string', format: 'binary' });

export const queryParameter = (description: string, normalise = (value: string) => value.trim()) =>
  z.string().overwrite(normalise).optional().meta({ description });

export const pageQuery = {
  page: queryParameter(
    'From 1, or `last`. A page that does not exist and a value that is not a number return 404; page 1 always exists.',
    normalisePage,
  ),
  page_size: queryParameter(
    '1 to 100; larger values mean 100, any other value means the default: 20, or 100 for categories, plans and the posts of a category.',
    normalisePageSize,
  ),
};
export const searchTermsQuery = (where = 'Each must occur; case is ignored and ё equals е.') =>
  queryParameter(
    `Terms separated by spaces or commas. ${where} Only the first ten terms and the first ${searchMaxLength} characters count.`,
    normaliseSearch,
  );
/** Search, and ordering by one or more of the fields. */
export const searchQuery = (fields: readonly string[], aliases?: Record<string, string>) => ({
  search: searchTermsQuery(),
  ordering: queryParameter(
    `Fields separated by commas, a leading \`-\` means descending: ${fields.map((field) => `\`${field}\``).join(', ')}. Unknown and repeated fields are ignored and at most ${maxOrderingFields} count; without any field the default order applies.`,
    (value) => normaliseOrdering(value, fields, aliases),
  ),
});
/** A filter by id: an empty value means no filter, a malformed one is 400. */
export const idFilter = () =>
  id()
    .optional()
    .meta({ description: 'An id; an unknown id gives an empty list, a malformed one returns 400.' });

/** A day of a filter, as `YYYY-MM-DD`; any other value means no filter. */
export const optionalDay = (what: string) =>
  queryParameter(`${what}, as \`YYYY-MM-DD\`; any other value means no filter.`);

/** A part of a discussion, from its beginning or after a given comment. */
export const discussionPartQuery = () => ({
  limit: queryParameter(
    `The maximum number of comments: 1 to ${discussionPartMaxLength}, which is the default. A part also ends when its texts exceed 1,024 bytes multiplied by the limit.`,
    normalisePartLength,
  ),
  after: idFilter().meta({
    description:
      'The comment after which the part begins: `next_after` of the previous part. An unknown id means the beginning; a malformed one returns 400.',
  }),
});

/** A category by id or slug; an unknown category gives an empty list. */
export const categoryFilter = () =>
  queryParameter('The id or the slug of a category; an unknown category gives an empty list.');
/** The list envelope (docs/api.md, Lists), with absolute links to the neighbouring pages. */
export const envelope = <Item extends z.ZodType>(item: Item) =>
  z.object({
    count: count(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });

/** For operations without input that must still accept a body. */
export const emptyBody = z.object({});
/** An English literal that client programs may compare. */
export const messageBody = <Text extends string>(message: Text) => z.object({ message: z.literal(message) });
