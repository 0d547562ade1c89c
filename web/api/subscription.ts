import type { PinnedPost } from '#contract/subscribe.ts';
import type { ApiClient, CallOptions } from './client.ts';
import { createPersonal } from './personal.ts';

/** How the reader's subscription stands; `refresh` it after everything that may have changed it. */
export const ownSubscription = createPersonal((api) => api.call('getSubscriptionState'));

/** Pins a post of the reader's own; what could not be meant is refused before anything is sent. */
export async function pinPost(
  api: ApiClient,
  postId: number | null | undefined,
  { quiet }: Pick<CallOptions, 'quiet'> = {},
): Promise<PinnedPost> {
  if (!postId) throw new Error('Post ID is required');
  return api.call('pinPost', { body: { post_id: postId }, quiet });
}
