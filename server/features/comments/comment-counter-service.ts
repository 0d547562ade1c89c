import type { Accounts } from '#server/features/accounts/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Comment } from './comment.ts';
import { addToRepliesCount } from './comment-write-store.ts';

type CountedComment = { postId: number; parentId: number | null; author: { id: number } };

export const toCountedComment = ({ post, parentId, author }: Comment): CountedComment => ({
  postId: post.id,
  parentId,
  author,
});

/** Updates every counter for a comment that is added (1) or removed (-1). The account is locked last, as everywhere. */
export type UpdateCounters = (tx: Db, comment: CountedComment, difference: 1 | -1) => Promise<void>;

export function createUpdateCounters({
  posts,
  accounts,
}: {
  posts: Pick<Posts, 'addComments'>;
  accounts: Pick<Accounts, 'addToCounters'>;
}): UpdateCounters {
  return async (tx, { postId, parentId, author }, difference) => {
    if (parentId !== null) await addToRepliesCount(tx, parentId, difference);
    await posts.addComments(tx, postId, difference);
    await accounts.addToCounters(tx, [{ id: author.id, comments: difference }]);
  };
}
