import { z } from 'zod';
import { createPostBody, postStatus } from '#contract/posts.ts';
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

/** A draft may be short; what is published may not. */
export function checkLength({ status, content }: PostValues): { content?: string } {
  if (status !== 'published' || (content ?? '').trim().length >= shortestPublished) return {};
  return { content: t('postForm.contentTooShort', { min: shortestPublished }) };
}
