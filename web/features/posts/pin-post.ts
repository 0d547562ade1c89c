import type { PinnedPost } from '#contract/subscribe.ts';
import type { ApiClient, CallOptions } from '#web/api/client.ts';

/** Pins a post of the user. Throws without a request when the post id is missing. */
export async function pinPost(
  api: ApiClient,
  postId: number | null | undefined,
  { suppressToastFor }: Pick<CallOptions, 'suppressToastFor'> = {},
): Promise<PinnedPost> {
  if (!postId) throw new Error('Post ID is required');
  return api.call('pinPost', { body: { post_id: postId }, suppressToastFor });
}
