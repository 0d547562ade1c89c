import { expect, it } from 'vitest';
import { type ApiRequest, createApiClient } from '#web/api/client.ts';
import { pinPost } from './pin-post.ts';

function setUp() {
  const sent: ApiRequest[] = [];
  const pinned = { id: 1, post: 5 };
  const api = createApiClient(async (request) => {
    sent.push(request);
    return { status: 201, body: pinned };
  });
  return { api, sent, pinned };
}

it.each([undefined, null, 0])('throws without a request for the post id %s', async (postId) => {
  const { api, sent } = setUp();
  await expect(pinPost(api, postId)).rejects.toThrow('Post ID is required');
  expect(sent).toEqual([]);
});

it('returns the pin of the response', async () => {
  const { api, sent, pinned } = setUp();
  expect(await pinPost(api, 5)).toBe(pinned);
  expect(sent[0]?.body).toEqual({ post_id: 5 });
});
