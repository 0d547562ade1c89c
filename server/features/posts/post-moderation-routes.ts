import * as contract from '#contract/staff.ts';
import { type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import type { PostListService } from './post-list-service.ts';
import type { PostModeration } from './post-moderation-service.ts';
import { presentModerated } from './post-presenter.ts';

type Deps = { moderation: PostModeration; lists: PostListService; publicUrl: string };

export function postModerationRoutes({ moderation, lists, publicUrl }: Deps): Operation[] {
  return [
    operation(contract.listModeratedPosts, {
      handle: async ({ query, path, rawQuery }) => {
        const { posts, count, page } = await lists.listForModeration(query);
        return ok({
          count,
          ...pageLinks({ publicUrl, path, query: rawQuery }, page, count),
          results: posts.map((post) => presentModerated(post, publicUrl)),
        });
      },
    }),
    operation(contract.hidePost, {
      load: ({ params }) => moderation.get(params.id),
      handle: async ({ actor, body }, post) =>
        ok(presentModerated(await moderation.hide(actor, post, body.reason ?? ''), publicUrl)),
    }),
    operation(contract.restorePost, {
      load: ({ params }) => moderation.get(params.id),
      handle: async (_, post) => ok(presentModerated(await moderation.restore(post), publicUrl)),
    }),
  ];
}
