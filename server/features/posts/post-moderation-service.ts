import type { Accounts } from '#server/features/accounts/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { badRequest, notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import { canView, type PostSummary } from './post.ts';
import type { PostCounters } from './post-counter-service.ts';
import * as store from './post-store.ts';
import { allowOnFrontPage, hidePost, restorePost, takeOffFrontPage } from './post-write-store.ts';

export type PostModeration = ReturnType<typeof createPostModeration>;
type Deps = {
  db: Db;
  clock: Clock;
  audit: Audit;
  accounts: Pick<Accounts, 'requireStanding'>;
  counters: PostCounters;
};

const targetOf = ({ id, title }: { id: number; title: string }) => ({
  kind: 'post' as const,
  id,
  name: title,
});

/** Hides and restores posts and updates their counters, each in one transaction. */
export function createPostModeration({ db, clock, audit, accounts, counters }: Deps) {
  /**
   * By id only; 404 for a draft of another author, except for staff. A hidden post stays accessible, also after its author
   * turned it into a draft: `presentModerated` then shows its last public title and slug.
   */
  async function get(moderator: User, id: string): Promise<PostSummary> {
    const postId = parseId(id);
    if (postId === undefined) throw notFound('posts.notFound');
    const post = await find(postId);
    if (post.status !== 'hidden' && !canView(moderator, post)) throw notFound('posts.notFound');
    return post;
  }

  async function find(id: number): Promise<PostSummary> {
    const post = await store.findPost(db, { id }, clock.now());
    if (!post) throw notFound('posts.notFound');
    return post;
  }

  /** Hides a published post and removes its pin; does nothing if the post is hidden already. */
  async function hide(moderator: User, { id }: PostSummary, reason: string): Promise<PostSummary> {
    await inTransaction(db, async (tx) => {
      const before = await store.lockPost(tx, id);
      if (!before) throw notFound('posts.notFound');
      if (before.status === 'hidden') return;
      if (before.status !== 'published') throw badRequest('moderation.notPublished');
      await accounts.requireStanding(tx, moderator, 'content.moderate');
      await hidePost(tx, id, { by: moderator.id, at: clock.now(), reason });
      await counters.updateCounters(tx, { id, authorId: before.author_id }, before, {
        ...before,
        status: 'hidden',
      });
      await counters.dropPin(tx, before);
      await audit.record(tx, { action: 'post.hide', target: targetOf(before), after: { reason } });
    });
    return find(id);
  }

  /** Restores a hidden post; does nothing if the post is not hidden. */
  async function restore(moderator: User, { id }: PostSummary): Promise<PostSummary> {
    await inTransaction(db, async (tx) => {
      const before = await store.lockPost(tx, id);
      if (!before) throw notFound('posts.notFound');
      if (before.status !== 'hidden') return;
      await accounts.requireStanding(tx, moderator, 'content.moderate');
      const status = await restorePost(tx, id);
      await counters.updateCounters(tx, { id, authorId: before.author_id }, before, { ...before, status });
      await audit.record(tx, { action: 'post.restore', target: targetOf(before), after: { status } });
    });
    return find(id);
  }

  /** Keeps the first moderator and time if the post is off the front page already. */
  async function keepOffFrontPage(moderator: User, { id }: PostSummary): Promise<PostSummary> {
    await inTransaction(db, async (tx) => {
      const post = await store.lockPost(tx, id);
      if (!post) throw notFound('posts.notFound');
      if (await takeOffFrontPage(tx, id, { by: moderator.id, at: clock.now() }))
        await audit.record(tx, { action: 'post.off-front-page', target: targetOf(post) });
    });
    return find(id);
  }

  async function returnToFrontPage({ id }: PostSummary): Promise<PostSummary> {
    await inTransaction(db, async (tx) => {
      const post = await store.lockPost(tx, id);
      if (!post) throw notFound('posts.notFound');
      if (await allowOnFrontPage(tx, id))
        await audit.record(tx, { action: 'post.on-front-page', target: targetOf(post) });
    });
    return find(id);
  }

  return { get, hide, restore, keepOffFrontPage, returnToFrontPage };
}
