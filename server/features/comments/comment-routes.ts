import * as contract from '#contract/comments.ts';
import { created, noContent, type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import { presentComment, presentThread } from './comment-presenter.ts';
import type { CommentPage, CommentService } from './comment-service.ts';

type Place = { path: string; rawQuery: Record<string, string> };

export function commentRoutes({
  comments,
  publicUrl,
}: {
  comments: CommentService;
  publicUrl: string;
}): Operation[] {
  const presentPage = ({ comments: found, count, page }: CommentPage, { path, rawQuery: query }: Place) => ({
    count,
    ...pageLinks({ publicUrl, path, query }, page, count),
    results: found.map((comment) => presentComment(comment, publicUrl)),
  });
  return [
    operation(contract.createComment, {
      handle: async ({ actor, body, settle }) => {
        const { post: postId, parent, content } = body;
        return comments.create(actor, { postId, parentId: parent ?? null, content }, (tx, comment) =>
          settle(tx, created({ ...presentComment(comment, publicUrl), replies: [] })),
        );
      },
    }),
    operation(contract.listComments, {
      handle: async ({ actor, query, ...place }) => ok(presentPage(await comments.list(actor, query), place)),
    }),
    operation(contract.listMyComments, {
      handle: async ({ actor, query, ...place }) =>
        ok(presentPage(await comments.listOwn(actor, query), place)),
    }),
    operation(contract.getComment, {
      handle: async ({ actor, params }) => {
        const comment = await comments.get(actor, params.id);
        return ok(presentThread(await comments.threadOf(comment), publicUrl));
      },
    }),
    operation(contract.replaceComment, {
      load: ({ actor, params }) => comments.getForEdit(actor, params.id),
      handle: async ({ body }, comment) =>
        ok(presentThread(await comments.update(comment, body.content), publicUrl)),
    }),
    operation(contract.updateComment, {
      load: ({ actor, params }) => comments.getForEdit(actor, params.id),
      handle: async ({ body }, comment) =>
        ok(presentThread(await comments.update(comment, body.content), publicUrl)),
    }),
    operation(contract.deleteComment, {
      handle: async ({ actor, params }) => {
        await comments.remove(actor, params.id);
        return noContent();
      },
    }),
    operation(contract.listPostComments, {
      handle: async ({ actor, params }) => {
        const { post, threads } = await comments.listOfPost(actor, params.postId);
        return ok({
          post: { id: post.id, title: post.title, slug: post.slug },
          comments: threads.map((thread) => presentThread(thread, publicUrl)),
          comments_count: post.status === 'published' ? post.commentsCount : 0,
        });
      },
    }),
    operation(contract.listReplies, {
      handle: async ({ actor, params }) => {
        const { parent, replies } = await comments.listReplies(actor, params.id);
        return ok({
          parent_comment: presentComment(parent, publicUrl),
          replies: replies.map((reply) => presentComment(reply, publicUrl)),
          replies_count: replies.length,
        });
      },
    }),
  ];
}
