import type { PinnedPost } from '#contract/subscribe.ts';
import type { ApiClient, CallOptions } from './client.ts';
import { createPersonal } from './personal.ts';

/** The state of the user's subscription. Call `refresh` after every action that may have changed it. */
export const ownSubscription = createPersonal((api) => api.call('getSubscriptionState'));

/** Pins a post of the user. Throws without a request when the post id is missing. */
export async function pinPost(
  api: ApiClient,
  postId: number | null | undefined,
  { quiet }: Pick<CallOptions, 'quiet'> = {},
): Promise<PinnedPost> {
  if (!postId) throw new Error('Post ID is required');
  return api.call('pinPost', { body: { post_id: postId }, quiet });
}
