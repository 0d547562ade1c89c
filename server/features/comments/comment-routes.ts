import * as contract from '#contract/comments.ts';
import type { Actor } from '#server/platform/actor.ts';
import { created, noContent, type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import type { CommentPage } from './comment-list-service.ts';
import { presentComment, presentSettings, presentThread } from './comment-presenter.ts';
import type { CommentService } from './comment-service.ts';

type RequestTarget = { path: string; rawQuery: Record<string, string> };

export function commentRoutes({
  comments,
  publicUrl,
}: {
  comments: CommentService;
  publicUrl: string;
}): Operation[] {
  const presentPage = (
    { comments: found, count, page }: CommentPage,
    { actor, path, rawQuery: query }: RequestTarget & { actor: Actor },
  ) => ({
    count,
    ...pageLinks({ publicUrl, path, query }, page, count),
    results: found.map((comment) => presentComment(comment, { actor, publicUrl })),
  });
  return [
    operation(contract.createComment, {
      handle: async ({ actor, body, commitResponse }) => {
        const { post: postId, parent, content, homepage } = body;
        const input = { postId, parentId: parent ?? null, content, isTrapped: Boolean(homepage) };
        return comments.create(actor, input, (tx, comment) =>
          commitResponse(tx, created({ ...presentComment(comment, { actor, publicUrl }), replies: [] }), {
            kind: 'comment',
            id: comment.id,
          }),
        );
      },
    }),
    operation(contract.listComments, {
      handle: async ({ actor, query, ...target }) =>
        ok(presentPage(await comments.list(actor, query), { actor, ...target })),
    }),
    operation(contract.listMyComments, {
      handle: async ({ actor, query, ...target }) =>
        ok(presentPage(await comments.listOwn(actor, query), { actor, ...target })),
    }),
    operation(contract.getComment, {
      handle: async ({ actor, params }) => {
        const comment = await comments.get(actor, params.id);
        return ok(presentThread(await comments.getThread(actor, comment), { actor, publicUrl }));
      },
    }),
    operation(contract.replaceComment, {
      load: ({ actor, params }) => comments.getForEdit(actor, params.id),
      handle: async ({ actor, body }, comment) =>
        ok(presentThread(await comments.update(actor, comment, body.content), { actor, publicUrl })),
    }),
    operation(contract.updateComment, {
      load: ({ actor, params }) => comments.getForEdit(actor, params.id),
      handle: async ({ actor, body }, comment) =>
        ok(presentThread(await comments.update(actor, comment, body.content), { actor, publicUrl })),
    }),
    operation(contract.deleteComment, {
      handle: async ({ actor, params }) => {
        await comments.remove(actor, params.id);
        return noContent();
      },
    }),
    operation(contract.listPostComments, {
      handle: async ({ actor, params, query }) => {
        const { post, threads, nextAfter, settings, newestAt } = await comments.listForPost(
          actor,
          params.postId,
          query,
        );
        return ok({
          post: { id: post.id, title: post.title, slug: post.slug },
          comments: threads.map((thread) => presentThread(thread, { actor, publicUrl })),
          comments_count: post.status === 'published' ? post.commentsCount : 0,
          next_after: nextAfter,
          settings: presentSettings(settings),
          newest_at: newestAt?.toISOString() ?? null,
        });
      },
    }),
    operation(contract.listNewComments, {
      handle: async ({ actor, params, query }) =>
        ok({ ids: await comments.listNewIds(actor, params.postId, new Date(query.since)) }),
    }),
    operation(contract.updateDiscussion, {
      load: ({ actor, params }) => comments.getPostForChange(actor, params.postId),
      handle: async ({ actor, body }, post) => {
        const changes = {
          ...(body.locked !== undefined && { isLocked: body.locked }),
          ...(body.close_after_days !== undefined && { closeAfterDays: body.close_after_days }),
          ...(body.slow_mode_seconds !== undefined && { slowModeSeconds: body.slow_mode_seconds }),
          ...(body.pinned_comment !== undefined && { pinnedCommentId: body.pinned_comment }),
        };
        return ok(presentSettings(await comments.changeSettings(actor, post, changes)));
      },
    }),
    operation(contract.listReplies, {
      handle: async ({ actor, params, query }) => {
        const { parent, count, replies, nextAfter } = await comments.listReplies(actor, params.id, query);
        return ok({
          parent_comment: presentComment(parent, { actor, publicUrl }),
          replies: replies.map((reply) => presentComment(reply, { actor, publicUrl })),
          replies_count: count,
          next_after: nextAfter,
        });
      },
    }),
  ];
}
