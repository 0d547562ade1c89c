import type { Accounts } from '#server/features/accounts/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Comment } from './comment.ts';
import { addToRepliesCount } from './comment-store.ts';

type Counted = { postId: number; parentId: number | null; author: { id: number } };

export const countedOf = ({ post, parentId, author }: Comment): Counted => ({
  postId: post.id,
  parentId,
  author,
});

/** Updates every counter for a comment that is added (1) or removed (-1). The account is locked last, as everywhere. */
export type Recount = (tx: Db, comment: Counted, difference: 1 | -1) => Promise<void>;

export function createRecount({
  posts,
  accounts,
}: {
  posts: Pick<Posts, 'addComments'>;
  accounts: Pick<Accounts, 'count'>;
}): Recount {
  return async (tx, { postId, parentId, author }, difference) => {
    if (parentId !== null) await addToRepliesCount(tx, parentId, difference);
    await posts.addComments(tx, postId, difference);
    await accounts.count(tx, [{ id: author.id, comments: difference }]);
  };
}
