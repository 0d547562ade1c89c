import type { Actor } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/database.ts';
import { forbidden, notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import { type Comment, canEdit, canRead } from './comment.ts';
import * as store from './comment-store.ts';

export type CommentAccess = ReturnType<typeof createCommentAccess>;

/** Finds single comments and checks what the actor may do with them. */
export function createCommentAccess({ db }: { db: Db }) {
  /** A comment by its id; 404 if the actor may not read it. */
  async function get(actor: Actor, commentId: string): Promise<Comment> {
    const id = parseId(commentId);
    const comment = id === undefined ? undefined : await store.findComment(db, id);
    if (!comment || !canRead(actor, comment)) throw notFound('comments.notFound');
    return comment;
  }

  /** A comment that can be changed; 404 for one that a moderator has hidden, whose text must stay as it was then. */
  async function getActive(actor: Actor, commentId: string): Promise<Comment> {
    const comment = await get(actor, commentId);
    if (comment.isDeleted && !comment.hidden?.isWaiting) throw notFound('comments.notFound');
    return comment;
  }

  async function getForEdit(actor: Actor, commentId: string): Promise<Comment> {
    const comment = await getActive(actor, commentId);
    if (!canEdit(actor, comment)) throw forbidden();
    return comment;
  }

  return { get, getActive, getForEdit };
}
