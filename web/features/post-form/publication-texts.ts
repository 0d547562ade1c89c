import type { PostDetail, PostStatus } from '#contract/posts.ts';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';
import type { PostValues } from './post-fields.ts';

/** The status before the form is sent; a new post is a draft that nobody has seen. */
type Before = PostStatus | undefined;

/** The label of the submit button: what happens to the post. */
export function submitLabel(before: Before, chosen: PostValues['status'] | undefined): string {
  if (chosen === 'later') return postFormMessages.publishLater;
  if (before === 'published')
    return chosen === 'draft' ? postFormMessages.unpublish : postFormMessages.saveChanges;
  return chosen === 'draft' ? postFormMessages.saveDraft : postFormMessages.publish;
}

/** Whether sending the form makes a text public, now or later. */
export const goesPublic = (before: Before, chosen: PostValues['status'] | undefined): boolean =>
  before !== 'published' && chosen !== 'draft';

/** What has happened to the post. */
export function savedMessage(before: Before, { status, publish_at }: PostDetail): string {
  if (publish_at !== null) return interpolate(postFormMessages.scheduled, { date: dateAndTime(publish_at) });
  if (status === 'draft')
    return before === 'published' ? postFormMessages.unpublished : postFormMessages.draftSaved;
  return before === 'published' ? postFormMessages.updated : postFormMessages.published;
}
