import type { RuleId } from '#contract/rules.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Comments } from '#server/features/comments/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import type { Decisions } from './decision-service.ts';
import * as store from './waiting-store.ts';
import type { WaitingKind, WaitingText } from './waiting-text.ts';

export type WaitingQuery = Parameters<typeof store.countWaiting>[1] & { page?: string; page_size?: string };
export type WaitingDecision =
  | { outcome: 'publish' }
  | { outcome: 'hide'; rule: RuleId | null; reason: string };
/** `seenAt` is the state of the text that the moderator has read. */
export type SeenText = { kind: WaitingKind; id: number; seenAt: Date };
export type WaitingResult = { kind: WaitingKind; id: number; result: 'done' | 'changed' | 'gone' };

export type WaitingTexts = ReturnType<typeof createWaitingTexts>;
type Slice = Pick<Posts, 'lockWaiting' | 'hideIn' | 'restoreIn'> &
  Pick<Comments, 'lockWaiting' | 'hideIn' | 'restoreIn'>;
type Deps = {
  db: Db;
  clock: Clock;
  accounts: Pick<Accounts, 'requireStanding'>;
  posts: Slice;
  comments: Slice;
  decisions: Pick<Decisions, 'textModeration'>;
};

/** The queue of texts that wait for a moderator. */
export function createWaitingTexts({ db, clock, accounts, posts, comments, decisions }: Deps) {
  async function list(query: WaitingQuery): Promise<{ texts: WaitingText[]; count: number; page: Page }> {
    const count = await store.countWaiting(db, query);
    const page = pageOf(query, count);
    return { texts: await store.listWaiting(db, query, page), count, page };
  }

  /** Decides each text in a transaction of its own: what another moderator or its author has done stays. */
  async function decide(
    moderator: User,
    texts: readonly SeenText[],
    decision: WaitingDecision,
  ): Promise<WaitingResult[]> {
    const results: WaitingResult[] = [];
    for (const { kind, id, seenAt } of texts) {
      const result = await inTransaction(db, (tx) =>
        decideOne(tx, moderator, { kind, id, seenAt }, decision),
      );
      results.push({ kind, id, result });
    }
    return results;
  }

  async function decideOne(
    tx: Db,
    moderator: User,
    { kind, id, seenAt }: SeenText,
    decision: WaitingDecision,
  ): Promise<WaitingResult['result']> {
    const slice = kind === 'post' ? posts : comments;
    const waiting = await slice.lockWaiting(tx, id);
    await accounts.requireStanding(tx, moderator, 'content.moderate');
    if (!waiting) return 'gone';
    if (waiting.updatedAt.getTime() !== seenAt.getTime()) return 'changed';
    const by = { moderatorId: moderator.id, at: clock.now() };
    if (decision.outcome === 'publish') {
      const restored = await slice.restoreIn(tx, moderator, id);
      if (restored) await decisions.textModeration.onRestored(tx, restored.text, { ...restored, ...by });
    } else {
      const { rule, reason } = decision;
      const hidden = await slice.hideIn(tx, moderator, id, reason);
      if (hidden) await decisions.textModeration.onHidden(tx, hidden.text, { ...by, rule, reason });
    }
    return 'done';
  }

  return { list, decide };
}
