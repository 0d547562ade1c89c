import type { Actor } from '#server/platform/actor.ts';
import type { Picture } from '#server/platform/picture.ts';
import type { TextKey } from '#text/index.ts';

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
  postId: number;
  postTitle: string;
  postSlug: string;
  author: CommentAuthor;
  parentId: number | null;
  depth: number;
  content: string;
  repliesCount: number;
  isDeleted: boolean;
  /** A hidden comment counts as deleted everywhere, but can come back. */
  hidden: Hiding | null;
  createdAt: Date;
  updatedAt: Date;
};

export type Thread = Comment & { replies: Thread[] };

export const maxCommentDepth = 100;

/** Up to here lists count their matches one by one (contract decision 19). */
export const exactCountLimit = 10_000;

type Owned = { author: { id: number } };

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
 * Comments of one post, oldest first, as a discussion: top level newest first, replies oldest first. A deleted
 * comment stays in its place while a living one stands below it (contract decision 10).
 */
export function toThreads(comments: Comment[]): Thread[] {
  const nodes = new Map<number, Thread>(comments.map((comment) => [comment.id, { ...comment, replies: [] }]));
  const topLevel: Thread[] = [];
  // Answers are younger than what they answer: from the end, every node meets its own replies complete.
  for (const node of [...nodes.values()].reverse()) {
    if (node.isDeleted && node.replies.length === 0) continue;
    node.replies.reverse();
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId);
    (parent?.replies ?? topLevel).push(node);
  }
  return topLevel;
}
