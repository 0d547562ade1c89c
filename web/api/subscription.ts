import type { PinnedPost } from '#contract/subscribe.ts';
import type { ApiClient, CallOptions } from './client.ts';
import { createPerUserQuery } from './per-user-query.ts';

/** The state of the user's subscription. Call `refresh` after every action that may have changed it. */
export const subscriptionQuery = createPerUserQuery((api) => api.call('getSubscriptionState'));

/** Pins a post of the user. Throws without a request when the post id is missing. */
export async function pinPost(
  api: ApiClient,
  postId: number | null | undefined,
  { suppressToastFor }: Pick<CallOptions, 'suppressToastFor'> = {},
): Promise<PinnedPost> {
  if (!postId) throw new Error('Post ID is required');
  return api.call('pinPost', { body: { post_id: postId }, suppressToastFor });
}
