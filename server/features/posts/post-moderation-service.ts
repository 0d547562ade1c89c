import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { badRequest, notFound } from '#server/platform/errors.ts';
import type { PostSummary } from './post.ts';
import type { PostPlaces } from './post-place-service.ts';
import * as store from './post-store.ts';
import { hidePost, restorePost } from './post-write-store.ts';

export type PostModeration = ReturnType<typeof createPostModeration>;
type Deps = { db: Db; clock: Clock; places: PostPlaces };

/** Taking posts out of sight and bringing them back, with everything that counts them, in one transaction each. */
export function createPostModeration({ db, clock, places }: Deps) {
  /** By id only; 404 for an unknown one. */
  async function get(id: string): Promise<PostSummary> {
    const post = /^\d{1,15}$/.test(id)
      ? await store.findPost(db, { id: Number(id) }, clock.now())
      : undefined;
    if (!post) throw notFound('posts.notFound');
    return post;
  }

  /** Hides a published post and ends its pin; what is hidden already stays as it is. */
  async function hide(moderator: User, { id }: PostSummary, reason: string): Promise<PostSummary> {
    await inTransaction(db, async (tx) => {
      const before = await store.lockPost(tx, id);
      if (!before) throw notFound('posts.notFound');
      if (before.status === 'hidden') return;
      if (before.status !== 'published') throw badRequest('moderation.notPublished');
      await hidePost(tx, id, { by: moderator.id, at: clock.now(), reason });
      await places.recount(tx, { id, authorId: before.author_id }, before, { ...before, status: 'hidden' });
      await places.dropPin(tx, before);
    });
    return get(String(id));
  }

  /** Ends the hiding of a post; one that is not hidden stays as it is. */
  async function restore({ id }: PostSummary): Promise<PostSummary> {
    await inTransaction(db, async (tx) => {
      const before = await store.lockPost(tx, id);
      if (!before) throw notFound('posts.notFound');
      if (before.status !== 'hidden') return;
      const status = await restorePost(tx, id);
      await places.recount(tx, { id, authorId: before.author_id }, before, { ...before, status });
    });
    return get(String(id));
  }

  return { get, hide, restore };
}
