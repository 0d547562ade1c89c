import type { Accounts } from '#server/features/accounts/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { Db } from '#server/platform/db/database.ts';
import { invalidFields } from '#server/platform/errors.ts';
import { parentProblem } from './comment.ts';
import * as writeStore from './comment-write-store.ts';
import { pinCopied } from './discussion-settings-store.ts';

/** What a comment was on another site of this kind, beside its text. */
export type CopiedComment = {
  isPinned: boolean;
  updatedAt: Date;
  removed: writeStore.RemovedComment | null;
};

export type ImportedComment = {
  /** Null, a comment of the post, or an earlier comment of the same list by its index. */
  parent: null | { id: number } | { index: number };
  authorId: number;
  content: string;
  createdAt: Date;
  /** Hides the comment: only its author and moderators see it. */
  hiddenReason?: string | undefined;
  /** Such a comment is inserted as it was, also under a draft or a hidden comment. */
  copied?: CopiedComment | undefined;
};

type Deps = {
  posts: Pick<Posts, 'lock' | 'addComments'>;
  accounts: Pick<Accounts, 'addToCounters'>;
};
type Placed = ImportedComment & { id: number; depth: number; parentId: number | null };

export function createCommentImport({ posts, accounts }: Deps) {
  /**
   * Inserts the comments of a post, also into a closed discussion, and updates the counters: the same few statements for one comment and
   * for hundreds. Returns their ids, which grow in the order of the list; 400 under `post` or `parent` when there can be no comment.
   */
  async function insertImported(tx: Db, postId: number, comments: ImportedComment[]): Promise<number[]> {
    if (comments.length === 0) return [];
    const post = await posts.lock(tx, postId);
    if (post?.status !== 'published' && comments.some(({ copied }) => !copied))
      throw invalidFields({ post: 'comments.postUnknown' });
    const placed = await place(tx, postId, comments);
    const active = placed.filter(isActive);
    const replies = countReplies(active);
    await writeStore.insertComments(
      tx,
      placed.map((comment) => ({
        ...comment,
        postId,
        repliesCount: replies.get(comment.id) ?? 0,
        updatedAt: comment.copied?.updatedAt ?? comment.createdAt,
        removed: toRemoved(comment),
      })),
    );
    for (const { id, copied } of placed) if (copied?.isPinned) await pinCopied(tx, postId, id);
    const inserted = new Set(placed.map(({ id }) => id));
    for (const [parentId, count] of replies)
      if (!inserted.has(parentId)) await writeStore.addToRepliesCount(tx, parentId, count);
    await posts.addComments(tx, postId, active.length);
    await accounts.addToCounters(
      tx,
      active.map(({ authorId }) => ({ id: authorId, comments: 1 })),
    );
    return placed.map(({ id }) => id);
  }

  /** Gives each comment its id and its place under its parent. Parents on the site are locked. */
  async function place(tx: Db, postId: number, comments: ImportedComment[]): Promise<Placed[]> {
    const ids = await writeStore.reserveIds(tx, comments.length);
    const placed: Placed[] = [];
    for (const [index, id] of ids.entries()) {
      const comment = comments[index] as ImportedComment;
      const parent = await findParent(tx, postId, { comment, placed });
      const problem = comment.parent && !comment.copied && parentProblem(parent, postId);
      if (problem) throw invalidFields({ parent: problem });
      placed.push({ ...comment, id, depth: parent ? parent.depth + 1 : 0, parentId: parent?.id ?? null });
    }
    return placed;
  }

  return { insertImported };
}

async function findParent(
  tx: Db,
  postId: number,
  { comment: { parent }, placed }: { comment: ImportedComment; placed: Placed[] },
) {
  if (parent === null) return undefined;
  if ('id' in parent) {
    const found = await writeStore.lockParent(tx, parent.id);
    return found && { ...found, id: parent.id };
  }
  const earlier = placed[parent.index];
  return earlier && { id: earlier.id, depth: earlier.depth, postId, isDeleted: !isActive(earlier) };
}

const isActive = (comment: ImportedComment): boolean => toRemoved(comment) === null;

function toRemoved({ copied, hiddenReason, createdAt }: ImportedComment): writeStore.RemovedComment | null {
  if (copied) return copied.removed;
  return hiddenReason === undefined ? null : { at: createdAt, by: null, hiddenReason };
}

function countReplies(active: Placed[]): Map<number, number> {
  const replies = new Map<number, number>();
  for (const { parentId } of active)
    if (parentId !== null) replies.set(parentId, (replies.get(parentId) ?? 0) + 1);
  return replies;
}
