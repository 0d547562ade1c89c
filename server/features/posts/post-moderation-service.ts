import type { RuleId } from '#contract/rules.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { badRequest, notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import type { ModeratedText, RestoredText, TextModerationPort } from '#server/platform/text-moderation.ts';
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
  ports: TextModerationPort;
};

const targetOf = ({ id, title }: { id: number; title: string }) => ({
  kind: 'post' as const,
  id,
  name: title,
});

const textOf = (post: { id: number; title: string; author_id: number }): ModeratedText => ({
  kind: 'post',
  id: post.id,
  name: post.title,
  authorId: post.author_id,
});

type HidingReason = { rule: RuleId | null; reason: string };
type HiddenText = { text: ModeratedText; at: Date };

/** Hides and restores posts and updates their counters, each in one transaction. */
export function createPostModeration({ db, clock, audit, accounts, counters, ports }: Deps) {
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

  /** Hides a published post, or one that waits, and removes its pin; does nothing if the post is hidden already. */
  async function hide(moderator: User, { id }: PostSummary, why: HidingReason): Promise<PostSummary> {
    await inTransaction(db, async (tx) => {
      const hidden = await hideIn(tx, moderator, id, why.reason);
      if (hidden) await ports.onHidden(tx, hidden.text, { ...why, moderatorId: moderator.id, at: hidden.at });
    });
    return find(id);
  }

  /** As `hide`, in a transaction; tells nobody. Returns the text and the time, or undefined if it was hidden already. */
  async function hideIn(
    tx: Db,
    moderator: User,
    id: number,
    reason: string,
  ): Promise<HiddenText | undefined> {
    const before = await store.lockPost(tx, id);
    if (!before) throw notFound('posts.notFound');
    const isWaiting = before.waiting_rule !== null;
    if (before.status === 'hidden' && !isWaiting) return undefined;
    if (before.status !== 'published' && !isWaiting) throw badRequest('moderation.notPublished');
    await accounts.requireStanding(tx, moderator, 'content.moderate');
    const at = clock.now();
    await hidePost(tx, id, { by: moderator.id, at, reason });
    await counters.updateCounters(tx, { id, authorId: before.author_id }, before, {
      ...before,
      status: 'hidden',
    });
    await counters.dropPin(tx, before);
    await audit.record(tx, { action: 'post.hide', target: targetOf(before), after: { reason } });
    return { text: textOf(before), at };
  }

  /** Restores a hidden post; does nothing if the post is not hidden. */
  async function restore(moderator: User, { id }: PostSummary): Promise<PostSummary> {
    await inTransaction(db, async (tx) => {
      const restored = await restoreIn(tx, moderator, id);
      if (restored)
        await ports.onRestored(tx, restored.text, {
          ...restored,
          moderatorId: moderator.id,
          at: clock.now(),
        });
    });
    return find(id);
  }

  /** As `restore`, in a transaction; tells nobody. Undefined if the post is not hidden, or gone. */
  async function restoreIn(tx: Db, moderator: User, id: number): Promise<RestoredText | undefined> {
    const before = await store.lockPost(tx, id);
    if (before?.status !== 'hidden') return undefined;
    await accounts.requireStanding(tx, moderator, 'content.moderate');
    const status = await restorePost(tx, id, clock.now());
    await counters.updateCounters(tx, { id, authorId: before.author_id }, before, { ...before, status });
    await audit.record(tx, { action: 'post.restore', target: targetOf(before), after: { status } });
    return { text: textOf(before), wasWaiting: before.waiting_rule !== null };
  }

  /** Locks a post that waits; undefined if it is gone, withdrawn or decided. */
  async function lockWaiting(tx: Db, id: number): Promise<{ updatedAt: Date } | undefined> {
    const post = await store.lockPost(tx, id);
    const isWaiting = post?.waiting_rule != null && post.hidden_status === 'published';
    return isWaiting ? { updatedAt: post.updated_at } : undefined;
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

  return { get, hide, hideIn, restore, restoreIn, lockWaiting, keepOffFrontPage, returnToFrontPage };
}
