import { z } from 'zod';
import {
  type PostFields,
  pickPostFields,
  postFieldDefaults,
  postFieldInputs,
} from '#contract/post-fields.ts';
import type { PostDetail } from '#contract/posts.ts';
import { fromMoscowInput, toMoscowInput } from '#locales/format.ts';
import * as postsMessages from '#locales/ru/posts.ts';

/** A recommendation of the form; the API accepts any text that is not empty. */
export const recommendedMinLength = 100;

/**
 * The fields of the post form as form values: the category is the string value of its select, and a text is never null,
 * because the API stores a blank one as null.
 */
export const postFormSchema = postFieldInputs.extend({
  standfirst: postFieldInputs.shape.standfirst.unwrap(),
  image_caption: postFieldInputs.shape.image_caption.unwrap(),
  custom_slug: postFieldInputs.shape.custom_slug.unwrap(),
  category: z.string(),
  /** `later` is a draft that is published automatically. */
  status: z.enum(['published', 'draft', 'later']),
  /** The time of publication as the value of its input, in Moscow time. */
  publish_at: z.string(),
});
export type PostValues = z.infer<typeof postFormSchema>;

/** A selected image file, the URL of the existing image, or none. */
export type Picture = File | string | null;

export const emptyPost: PostValues = {
  ...postFieldDefaults,
  standfirst: '',
  image_caption: '',
  custom_slug: '',
  title: '',
  content: '',
  category: '',
  status: 'published',
  publish_at: '',
};

/** Converts a post or a draft to form values. */
export function toFormValues(
  post: PostFields & Pick<PostDetail, 'category' | 'status' | 'publish_at'>,
): PostValues {
  const { category, publish_at } = post;
  return {
    ...pickPostFields(post),
    standfirst: post.standfirst ?? '',
    image_caption: post.image_caption ?? '',
    custom_slug: post.custom_slug ?? '',
    category: category === null ? '' : String(category),
    status: publish_at === null ? post.status : 'later',
    publish_at: publish_at === null ? '' : toMoscowInput(publish_at),
  };
}

/** The API's identification of the draft that a post is created from. */
export type DraftReference = { draft_key: string; draft_writer: string };

/** Converts category, status and time to the fields of the API. */
export function toPublicationFields({
  category,
  status,
  publish_at,
}: Pick<PostValues, 'category' | 'status' | 'publish_at'>) {
  const isLater = status === 'later';
  return {
    category: category === '' ? null : Number(category),
    status: isLater ? ('draft' as const) : status,
    publish_at: isLater ? fromMoscowInput(publish_at) : null,
  };
}

/** Converts the form to the body of the API: an existing image as its URL, a removed image as null. */
export function toRequestBody(
  { category, status, publish_at, ...post }: PostValues,
  picture: Picture,
  draft: DraftReference,
) {
  const body = { ...post, ...draft, ...toPublicationFields({ category, status, publish_at }) };
  return typeof picture === 'string' ? { ...body, image_url: picture } : { ...body, image: picture };
}

/** A scheduled post needs a future time. */
export function checkPublication(
  { status, publish_at }: PostValues,
  now = new Date(),
): { publish_at?: string } {
  const at = fromMoscowInput(publish_at ?? '');
  const isTimeInvalid = status === 'later' && (at === null || new Date(at) <= now);
  return isTimeInvalid ? { publish_at: postsMessages.scheduleInPast } : {};
}
