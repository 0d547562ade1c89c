import { discussionPartMaxLength } from '#contract/query.ts';
import { canView, type NamedPost } from '#server/features/posts/index.ts';
import type { Actor } from '#server/platform/actor.ts';
import type { Picture } from '#server/platform/picture.ts';
import type { TextKey } from '#text/index.ts';

export type { NamedPost };

export type CommentAuthor = {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  avatar: Picture | null;
};
/** Which moderator has hidden a comment, when and why. */
export type Hiding = { at: Date; by: CommentAuthor | null; reason: string };

export type Comment = {
  id: number;
  post: NamedPost;
  author: CommentAuthor;
  parentId: number | null;
  /** The first comment of its thread, itself where it is the first. */
  threadId: number;
  depth: number;
  content: string;
  repliesCount: number;
  isDeleted: boolean;
  /** A hidden comment counts as deleted for everybody but its author, and can come back. */
  hidden: Hiding | null;
  createdAt: Date;
  updatedAt: Date;
};

export type Thread = Comment & { replies: Thread[] };

export const maxCommentDepth = 100;

/** How much of a discussion one response holds: so many comments, and so many bytes of their texts. */
export type PartLimits = { comments: number; bytes: number };
const bytesForEachComment = 1_024;

/** The limits of a part for which `limit` comments were asked, the most where nothing was. */
export function partLimits(limit?: string): PartLimits {
  const comments = Number(limit) || discussionPartMaxLength;
  return { comments, bytes: comments * bytesForEachComment };
}

/** Up to here lists count their matches one by one (contract decision 19). */
export const exactCountLimit = 10_000;

type Owned = { author: { id: number } };

/** Whether a comment is there for the actor: a hidden one is for its author, and for nobody else. */
export const isShown = (actor: Actor, comment: Pick<Comment, 'author' | 'isDeleted' | 'hidden'>): boolean =>
  !comment.isDeleted || (comment.hidden !== null && isAuthor(actor, comment));

/** A comment is seen by those who see its post. One's own are always within reach. */
export const canRead = (actor: Actor, comment: Comment): boolean =>
  isShown(actor, comment) && (isAuthor(actor, comment) || canView(actor, comment.post));

export const isAuthor = (actor: Actor, comment: Owned): boolean =>
  actor.kind === 'user' && actor.id === comment.author.id;

export const canEdit = (actor: Actor, comment: Owned): boolean =>
  isAuthor(actor, comment) || (actor.kind === 'user' && actor.isStaff);

/** Superusers moderate, but do not rewrite others' words (contract 10.2). */
export const canDelete = (actor: Actor, comment: Owned): boolean =>
  canEdit(actor, comment) || (actor.kind === 'user' && actor.isSuperuser);

/** What speaks against a comment on a post, or undefined. */
export function postProblem(
  post: { status: string; comments_enabled: boolean } | undefined,
): TextKey | undefined {
  if (post?.status !== 'published') return 'comments.postUnknown';
  return post.comments_enabled ? undefined : 'comments.closed';
}

/** What speaks against a reply to a comment, or undefined. */
export function parentProblem(
  parent: { postId: number; depth: number; isDeleted: boolean } | undefined,
  postId: number,
): TextKey | undefined {
  if (!parent || parent.isDeleted || parent.postId !== postId) return 'comments.parentUnknown';
  return parent.depth >= maxCommentDepth ? 'comments.tooDeep' : undefined;
}

/**
 * Comments of one post as a discussion: top level newest first, replies oldest first. A deleted comment stays in its
 * place while one that is shown stands below it. A reply whose parent is not among them stands under the first comment
 * of its thread.
 */
export function toThreads(comments: Comment[], actor: Actor): Thread[] {
  const oldestFirst = comments.toSorted((left, right) => left.id - right.id);
  const nodes = new Map<number, Thread>(
    oldestFirst.map((comment) => [comment.id, { ...comment, replies: [] }]),
  );
  const topLevel: Thread[] = [];
  // Replies have larger ids than what they reply to: from the end, every node meets its own replies complete.
  for (const node of [...nodes.values()].reverse()) {
    if (!isShown(actor, node) && node.replies.length === 0) continue;
    node.replies.sort(byTime);
    const first = node.threadId === node.id ? undefined : nodes.get(node.threadId);
    const parent = node.parentId === null ? undefined : (nodes.get(node.parentId) ?? first);
    (parent?.replies ?? topLevel).push(node);
  }
  return topLevel.sort((left, right) => byTime(right, left));
}

const byTime = (left: Comment, right: Comment): number =>
  left.createdAt.getTime() - right.createdAt.getTime() || left.id - right.id;
