import type { CommentDetail } from '#contract/comments.ts';
import * as commentActionsMessages from '#locales/ru/comment-actions.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/error.ts';
import { notify } from '#web/ui/notify.ts';

/** Updates the text of a comment and shows a toast. A validation error is returned for the form. */
export async function updateComment(
  id: number,
  content: string,
): Promise<{ comment: CommentDetail } | { error: string }> {
  try {
    const call = { params: { id: String(id) }, body: { content }, suppressToastFor: [400] };
    const comment = await getBrowserClient().api.call('replaceComment', call);
    notify('success', commentActionsMessages.edited);
    return { comment };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { error: error.status === 400 ? error.message : commentActionsMessages.editFailed };
  }
}

/** Deletes a comment and shows a toast. Returns true also when the comment was already deleted. */
export async function deleteComment(id: number): Promise<boolean> {
  try {
    await getBrowserClient().api.call('deleteComment', {
      params: { id: String(id) },
      suppressToastFor: [404],
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 404) return false;
  }
  notify('success', commentActionsMessages.removed);
  return true;
}

/** Pins a comment of a discussion, or none, and shows a toast. */
export async function pinComment(postId: number, id: number | null): Promise<boolean> {
  try {
    await getBrowserClient().api.call('updateDiscussion', {
      params: { postId: String(postId) },
      body: { pinned_comment: id },
    });
  } catch (error) {
    // A toast has shown the failure.
    if (error instanceof ApiError) return false;
    throw error;
  }
  notify('success', id === null ? commentActionsMessages.unpinned : commentActionsMessages.pinned);
  return true;
}
