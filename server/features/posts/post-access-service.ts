import { deletedPostCode } from '#contract/posts.ts';
import type { Actor } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError, forbidden, notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import { canDelete, canEdit, canView, type Post } from './post.ts';
import * as store from './post-store.ts';

export type PostAccess = ReturnType<typeof createPostAccess>;

/** The code tells pages that the post was public once: search engines forget a 410 sooner than a 404. */
const deleted = () => new AppError('notFound', { message: { key: 'posts.notFound' }, code: deletedPostCode });

/** Finds single posts and checks what the actor may do with them. */
export function createPostAccess({ db, clock }: { db: Db; clock: Clock }) {
  /** Finds a post by id, slug or former slug; throws 404 if the actor may not see it. */
  async function get(actor: Actor, slugOrId: string, from: Db = db): Promise<Post> {
    const post = await find(slugOrId, from);
    if (post && canView(actor, post)) return post;
    if (!post && (await store.isSlugOfDeleted(from, slugOrId))) throw deleted();
    throw notFound('posts.notFound');
  }

  async function find(slugOrId: string, from: Db = db): Promise<Post | undefined> {
    const now = clock.now();
    // All digits are an id: generated slugs always contain another character.
    const byId = parseId(slugOrId);
    if (byId !== undefined) return store.findPost(from, { id: byId }, now);
    const bySlug = await store.findPost(from, { slug: slugOrId }, now);
    if (bySlug) return bySlug;
    const id = await store.findIdByOldSlug(from, slugOrId);
    return id === undefined ? undefined : store.findPost(from, { id }, now);
  }

  /** Throws 404 if the actor may not see the post, 403 if not edit it. */
  async function getForEdit(actor: Actor, slugOrId: string): Promise<Post> {
    const post = await get(actor, slugOrId);
    if (!canEdit(actor, post)) throw forbidden();
    return post;
  }

  async function getForDelete(actor: Actor, slugOrId: string): Promise<Post> {
    const post = await get(actor, slugOrId);
    if (!canDelete(actor, post)) throw forbidden();
    return post;
  }

  return { get, find, getForEdit, getForDelete };
}
