import { z } from 'zod';
import { createPostBody, type PostDetail, postStatus } from '#contract/posts.ts';
import { t } from '#text/index.ts';

export const shortestPublished = 100;

/** The fields of the post form as the browser holds them: a category is the value of its select. */
export const postFields = z.object({
  title: createPostBody.shape.title,
  content: createPostBody.shape.content,
  category: z.string(),
  status: postStatus,
  comments_enabled: z.boolean(),
});
export type PostValues = z.infer<typeof postFields>;

/** A picture that was chosen, the address of the one that is there, or none. */
export type Picture = File | string | null;

export const emptyPost: PostValues = {
  title: '',
  content: '',
  category: '',
  status: 'published',
  comments_enabled: true,
};

/** A post as the form shows it. */
export function valuesOf(post: PostDetail): PostValues {
  const { title, content, category, status, comments_enabled } = post;
  return { title, content, category: category === null ? '' : String(category), status, comments_enabled };
}

/** The form as the API takes it; a picture that stays is left out, one that was removed is null. */
export function bodyOf({ category, ...post }: PostValues, picture: Picture) {
  const body = { ...post, category: category === '' ? null : Number(category) };
  return typeof picture === 'string' ? body : { ...body, image: picture };
}

/** A draft may be short; what is published may not. */
export function checkLength({ status, content }: PostValues): { content?: string } {
  if (status !== 'published' || (content ?? '').trim().length >= shortestPublished) return {};
  return { content: t('postForm.contentTooShort', { min: shortestPublished }) };
}
