import { type DiscussionOrder, discussionPartMaxLength } from '#contract/query.ts';
import type { TextKey } from '#locales/index.ts';
import type { Author, HiddenInfo } from '#server/features/accounts/index.ts';
import { canView, type MentionedPost } from '#server/features/posts/index.ts';
import { type Actor, can } from '#server/platform/actor.ts';

export type { HiddenInfo, MentionedPost };

export type Comment = {
  id: number;
  post: MentionedPost;
  author: Author;
  parentId: number | null;
  /** The first comment of its thread; its own id for a top-level comment. */
  threadId: number;
  depth: number;
  content: string;
  repliesCount: number;
  isDeleted: boolean;
  /** A hidden comment counts as deleted for everybody except its author, and can be restored. */
  hidden: HiddenInfo | null;
  createdAt: Date;
  updatedAt: Date;
};

export type Thread = Comment & { replies: Thread[] };

export const maxCommentDepth = 100;

/** The size of one page of a discussion: the number of comments, and the bytes of their texts. */
export type PageLimits = { comments: number; bytes: number };
const bytesPerComment = 1_024;

/** The limits of a page of `limit` comments; by default the maximum. */
export function getPageLimits(limit?: string): PageLimits {
  const comments = Number(limit) || discussionPartMaxLength;
  return { comments, bytes: comments * bytesPerComment };
}

type Owned = { author: { id: number } };

/** Whether the actor sees the text of a comment: a hidden comment, or one that waits, only its author. */
export const isContentVisible = (
  actor: Actor,
  comment: Pick<Comment, 'author' | 'isDeleted' | 'hidden'>,
): boolean => !comment.isDeleted || (comment.hidden !== null && isAuthor(actor, comment));

/** A comment is visible to everybody who can see its post, and always to its author. */
export const canRead = (actor: Actor, comment: Comment): boolean =>
  isContentVisible(actor, comment) && (isAuthor(actor, comment) || canView(actor, comment.post));

export const isAuthor = (actor: Actor, comment: Owned): boolean =>
  actor.kind === 'user' && actor.id === comment.author.id;

export const canEdit = (actor: Actor, comment: Owned): boolean =>
  isAuthor(actor, comment) || can(actor, 'texts.edit');

/** Moderators delete, but do not edit the comments of others. */
export const canDelete = (actor: Actor, comment: Owned): boolean =>
  canEdit(actor, comment) || can(actor, 'texts.delete');

/** The error message for a reply to a comment, or undefined. */
export function parentProblem(
  parent: { postId: number; depth: number; isDeleted: boolean } | undefined,
  postId: number,
): TextKey | undefined {
  if (!parent || parent.isDeleted || parent.postId !== postId) return 'comments.parentUnknown';
  return parent.depth >= maxCommentDepth ? 'comments.tooDeep' : undefined;
}

/**
 * Comments of one post as trees: top level in the given order, replies oldest first. A deleted comment remains while it has a
 * visible reply. A reply whose parent is not in the list is placed under the first comment of its thread.
 */
export function toThreads(comments: Comment[], actor: Actor, order: DiscussionOrder = 'newest'): Thread[] {
  const oldestFirst = comments.toSorted((left, right) => left.id - right.id);
  const threadsById = new Map<number, Thread>(
    oldestFirst.map((comment) => [comment.id, { ...comment, replies: [] }]),
  );
  const topLevel: Thread[] = [];
  // Replies have larger ids than their parents: in reverse order, the replies of a node are complete when it is reached.
  for (const node of [...threadsById.values()].reverse()) {
    if (!isContentVisible(actor, node) && node.replies.length === 0) continue;
    node.replies.sort(byTime);
    const first = node.threadId === node.id ? undefined : threadsById.get(node.threadId);
    const parent = node.parentId === null ? undefined : (threadsById.get(node.parentId) ?? first);
    (parent?.replies ?? topLevel).push(node);
  }
  return topLevel.sort(compareThreads[order]);
}

const compareThreads: Record<DiscussionOrder, (left: Comment, right: Comment) => number> = {
  newest: (left, right) => byTime(right, left),
  oldest: (left, right) => byTime(left, right),
  discussed: (left, right) => right.repliesCount - left.repliesCount || right.id - left.id,
};

const byTime = (left: Comment, right: Comment): number =>
  left.createdAt.getTime() - right.createdAt.getTime() || left.id - right.id;
