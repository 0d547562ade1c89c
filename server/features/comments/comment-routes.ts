import * as contract from '#contract/comments.ts';
import { created, type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { presentComment, presentThread } from './comment-presenter.ts';
import type { CommentService } from './comment-service.ts';

export function commentRoutes({
  comments,
  publicUrl,
}: {
  comments: CommentService;
  publicUrl: string;
}): Operation[] {
  return [
    operation(contract.createComment, {
      handle: async ({ actor, body }) => {
        const { post: postId, parent, content } = body;
        const comment = await comments.create(actor, { postId, parentId: parent ?? null, content });
        return created({ ...presentComment(comment, publicUrl), replies: [] });
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
