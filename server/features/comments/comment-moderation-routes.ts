import * as contract from '#contract/staff.ts';
import { type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import type { CommentModeration } from './comment-moderation-service.ts';
import { presentModerated } from './comment-presenter.ts';
import type { CommentService } from './comment-service.ts';

type Deps = { moderation: CommentModeration; comments: CommentService; publicUrl: string };

export function commentModerationRoutes({ moderation, comments, publicUrl }: Deps): Operation[] {
  return [
    operation(contract.listModeratedComments, {
      handle: async ({ actor, query, path, rawQuery }) => {
        const { comments: found, count, page } = await comments.listForModeration(query);
        return ok({
          count,
          ...pageLinks({ publicUrl, path, query: rawQuery }, page, count),
          results: found.map((comment) => presentModerated(comment, { actor, publicUrl })),
        });
      },
    }),
    operation(contract.hideComment, {
      load: ({ params }) => moderation.get(params.id),
      handle: async ({ actor, body }, comment) =>
        ok(
          presentModerated(
            await moderation.hide(actor, comment, { reason: body.reason ?? '', rule: body.rule ?? null }),
            { actor, publicUrl },
          ),
        ),
    }),
    operation(contract.restoreComment, {
      load: ({ params }) => moderation.get(params.id),
      handle: async ({ actor }, comment) =>
        ok(presentModerated(await moderation.restore(actor, comment), { actor, publicUrl })),
    }),
  ];
}
