import { z } from 'zod';
import { cleanText, requiredText, text } from './common.ts';

export const postTitleMaxLength = 200;
/** Far above the longest article, and well below the size limit of a PostgreSQL search vector. */
export const postContentMaxLength = 200_000;
/** Longer than the limits of a post: an unfinished draft need not be valid yet. */
const draftTextMaxLength = 1_000;
export const standfirstMaxLength = 400;
export const imageCaptionMaxLength = 300;
export const postSlugMaxLength = 200;

/** A point of the cover in shares of its width and height, which stays visible when the cover is cropped. */
export const imageFocus = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });
export type ImageFocus = z.infer<typeof imageFocus>;

/** A text that a post may lack; a blank one is stored as null. */
const textOrNull = (maxLength: number, tooLong?: string) =>
  text()
    .overwrite(cleanText)
    .max(maxLength, tooLong)
    .nullable()
    .overwrite((value) => value || null);

/** Line ends become spaces. */
const standfirst = (maxLength: number, tooLong?: string) =>
  textOrNull(maxLength, tooLong).overwrite((value) => value?.replace(/[\r\n]+/g, ' ') ?? null);

/** A slug, or a blank text. Paths that name a post also accept ids, so that a slug is not all digits. */
const chosenSlug = text()
  .trim()
  .toLowerCase()
  .max(postSlugMaxLength, 'posts.slugTooLong')
  .refine((value) => /^[-_a-z0-9]*$/.test(value), 'posts.slugInvalid')
  .refine((value) => value === '' || /\D/.test(value), 'posts.slugDigits')
  .refine((value) => !/^[-_]|[-_]$/.test(value), 'posts.slugEnds');

/**
 * The fields of a post that are stored as the author sent them, in responses. Each is a column of the same name in
 * `posts` and `post_drafts`. Stores, presenters and the post form derive from this list. The category, the cover, the
 * status and the time of publication have rules of their own (`posts.ts`).
 */
export const postFields = z.object({
  title: z.string(),
  /** The lead paragraph; lists show it instead of the excerpt. */
  standfirst: z.string().nullable(),
  content: z.string(),
  image_caption: z.string().nullable(),
  image_focus: imageFocus.nullable(),
  comments_enabled: z.boolean(),
  /** The slug that the author chose; null: the slug follows the title. */
  custom_slug: z.string().nullable(),
});

/** Fields with the same form in the bodies of posts and drafts. */
const commonInputs = { image_focus: imageFocus.nullable(), comments_enabled: z.boolean() };

/** The same fields in the body of a post. */
export const postFieldInputs = z.object({
  title: requiredText(postTitleMaxLength, {
    required: 'posts.titleRequired',
    tooLong: 'posts.titleTooLong',
  }),
  content: z
    .string({
      error: (issue) =>
        issue.input === undefined || issue.input === null ? 'posts.contentRequired' : undefined,
    })
    .max(postContentMaxLength, 'posts.contentTooLong')
    .refine((value) => value.trim() !== '', 'posts.contentRequired')
    .refine((value) => !value.includes('\u0000') && value.isWellFormed(), 'validation.unreadable'),
  standfirst: standfirst(standfirstMaxLength, 'posts.standfirstTooLong'),
  image_caption: textOrNull(imageCaptionMaxLength, 'posts.imageCaptionTooLong'),
  custom_slug: chosenSlug.nullable().overwrite((value) => value || null),
  ...commonInputs,
});

/** The same fields in the body of a draft, which may be unfinished. */
const draftFieldInputs = z.object({
  title: text().max(draftTextMaxLength),
  content: text().max(postContentMaxLength, 'posts.contentTooLong'),
  standfirst: standfirst(draftTextMaxLength),
  image_caption: textOrNull(draftTextMaxLength),
  custom_slug: textOrNull(draftTextMaxLength),
  ...commonInputs,
});

/** The values of fields that a new post or draft omits. The other fields are required. */
export const postFieldDefaults = {
  standfirst: null,
  image_caption: null,
  image_focus: null,
  comments_enabled: true,
  custom_slug: null,
};
const hasDefault = {
  standfirst: true,
  image_caption: true,
  image_focus: true,
  comments_enabled: true,
  custom_slug: true,
} as const satisfies Record<keyof typeof postFieldDefaults, true>;

export const newPostFields = postFieldInputs.partial(hasDefault);
export const newDraftFields = draftFieldInputs.partial(hasDefault);

/** The fields that `post_revisions` stores, in columns of the same names, whenever one of them changes. */
export const revisedFields = postFields.pick({
  title: true,
  standfirst: true,
  content: true,
  image_caption: true,
});

export type PostFields = z.infer<typeof postFields>;
export type RevisedFields = z.infer<typeof revisedFields>;

export const postFieldNames = postFields.keyof().options;
export const revisedFieldNames = revisedFields.keyof().options;

/** Copies the fields of a post from an object that has more; leaves out undefined ones. */
export const pickPostFields = <Fields extends Partial<PostFields>>(source: Fields) =>
  pick<Fields, keyof PostFields & keyof Fields>(source, postFieldNames);

export const pickRevisedFields = <Fields extends RevisedFields>(source: Fields) =>
  pick<Fields, keyof RevisedFields>(source, revisedFieldNames);

/** Whether a change leaves every field that revisions store as it was. */
export const isSameRevision = (before: RevisedFields, after: Partial<RevisedFields>): boolean =>
  revisedFieldNames.every((name) => after[name] === undefined || after[name] === before[name]);

function pick<Source extends object, Name extends keyof Source>(
  source: Source,
  names: readonly Name[],
): Pick<Source, Name> {
  const fields = names.filter((name) => source[name] !== undefined).map((name) => [name, source[name]]);
  return Object.fromEntries(fields) as Pick<Source, Name>;
}
