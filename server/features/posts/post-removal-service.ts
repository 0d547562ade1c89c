import type { Audit } from '#server/features/audit/index.ts';
import type { Categories } from '#server/features/categories/index.ts';
import type { Actor } from '#server/platform/actor.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { notFound } from '#server/platform/errors.ts';
import type { Post } from './post.ts';
import type { PostAccess } from './post-access-service.ts';
import type { PostCounters } from './post-counter-service.ts';
import type { PostPorts } from './post-service.ts';
import * as store from './post-store.ts';
import type { ExpectedVersions, PostChange } from './post-update-service.ts';
import * as writes from './post-write-store.ts';

type Deps = {
  audit: Audit;
  db: Db;
  access: Pick<PostAccess, 'get'>;
  categories: Pick<Categories, 'addToPostsCount'>;
  counters: PostCounters;
  ports: Pick<PostPorts, 'countComments'>;
};

/** Posts removed from a category in one transaction: few enough that other writers do not wait long for the locks. */
const categoryBatchSize = 500;
const authorBatchSize = 100;

type LockedPost = NonNullable<Awaited<ReturnType<typeof store.lockPost>>>;

export function createPostRemoval({ audit, db, access, categories, counters, ports }: Deps) {
  /**
   * Deletes a post that passed `getForDelete`, if its version is still an expected one. Locks are taken in the order post,
   * category, accounts, as everywhere.
   */
  async function remove(actor: Actor, post: Post, expected?: ExpectedVersions): Promise<PostChange> {
    const isStale = await inTransaction(db, async (tx) => {
      const before = await store.lockPost(tx, post.id);
      if (!before) throw notFound('posts.notFound');
      if (expected && !expected.includes(before.version)) return true;
      await removeLocked(tx, before);
      if (actor.kind === 'user' && actor.id !== before.author_id)
        await audit.record(tx, {
          action: 'post.delete',
          target: { kind: 'post', id: before.id, name: before.title },
          before: { title: before.title, content: before.content },
        });
      return false;
    });
    return { isStale, post: isStale ? await access.get(actor, String(post.id)) : post };
  }

  /** Deletes a post that the caller has locked and updates the counters. */
  async function removeLocked(tx: Db, post: LockedPost): Promise<void> {
    const commenters = await ports.countComments(tx, post.id);
    await counters.updateCounters(
      tx,
      { id: post.id, authorId: post.author_id },
      post,
      undefined,
      commenters.map(({ id, count }) => ({ id, comments: -count })),
    );
    await counters.dropPin(tx, post);
    await writes.deletePost(tx, post.id);
  }

  /** To call before a category is deleted: its posts stay without one. The foreign key handles posts added in the meantime. */
  async function removeFromCategory(categoryId: number): Promise<void> {
    let detached: number;
    do {
      detached = await inTransaction(db, async (tx) => {
        const { all, published } = await writes.removeFromCategory(tx, categoryId, categoryBatchSize);
        if (published > 0) await categories.addToPostsCount(tx, categoryId, -published);
        return all;
      });
    } while (detached === categoryBatchSize);
  }

  /** Deletes the posts of an author, or with `keep` those that are not public. */
  async function removeOfAuthor(authorId: number, texts: 'keep' | 'remove'): Promise<void> {
    let after = 0;
    let ids: number[];
    do {
      ids = await writes.listIdsOfAuthor(db, authorId, { after, limit: authorBatchSize });
      for (const id of ids)
        await inTransaction(db, async (tx) => {
          const post = await store.lockPost(tx, id);
          if (!post || post.author_id !== authorId) return;
          if (texts === 'remove' || post.status !== 'published') await removeLocked(tx, post);
        });
      after = ids.at(-1) ?? after;
    } while (ids.length === authorBatchSize);
  }

  return { remove, removeLocked, removeFromCategory, removeOfAuthor };
}
