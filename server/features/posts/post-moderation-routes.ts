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
      handle: async ({ actor, query, path, rawQuery }) => {
        const { posts, count, page } = await lists.listForModeration(actor, query);
        return ok({
          count,
          ...pageLinks({ publicUrl, path, query: rawQuery }, page, count),
          results: posts.map((post) => presentModerated(post, { actor, publicUrl })),
        });
      },
    }),
    operation(contract.hidePost, {
      load: ({ actor, params }) => moderation.get(actor, params.id),
      handle: async ({ actor, body }, post) =>
        ok(
          presentModerated(
            await moderation.hide(actor, post, { reason: body.reason ?? '', rule: body.rule ?? null }),
            { actor, publicUrl },
          ),
        ),
    }),
    operation(contract.restorePost, {
      load: ({ actor, params }) => moderation.get(actor, params.id),
      handle: async ({ actor }, post) =>
        ok(presentModerated(await moderation.restore(actor, post), { actor, publicUrl })),
    }),
    operation(contract.keepOffFrontPage, {
      load: ({ actor, params }) => moderation.get(actor, params.id),
      handle: async ({ actor }, post) =>
        ok(presentModerated(await moderation.keepOffFrontPage(actor, post), { actor, publicUrl })),
    }),
    operation(contract.returnToFrontPage, {
      load: ({ actor, params }) => moderation.get(actor, params.id),
      handle: async ({ actor }, post) =>
        ok(presentModerated(await moderation.returnToFrontPage(post), { actor, publicUrl })),
    }),
  ];
}
