import type { Accounts } from '#server/features/accounts/index.ts';
import type { Comments } from '#server/features/comments/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { User } from '#server/platform/actor.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Decision } from './decision.ts';
import * as store from './decision-store.ts';
import type { ReportCases } from './report-case-service.ts';

export const hideTextsJob = 'moderation.hideTexts';
export const restoreTextsJob = 'moderation.restoreTexts';

/** Texts that a request hides or restores before it returns. The job that continues is stored with the decision. */
const inRequest = 200;
const batchSize = 100;

/** The decision was ended while its texts were being hidden: the last text stays as it was. */
class DecisionEndedError extends Error {}

export type HiddenTexts = ReturnType<typeof createHiddenTexts>;
type Deps = {
  db: Db;
  jobs: Jobs;
  accounts: Pick<Accounts, 'asModerator'>;
  posts: Pick<Posts, 'hideIn' | 'restoreIn' | 'listPublicIds'>;
  comments: Pick<Comments, 'hideIn' | 'restoreIn' | 'listActiveIds'>;
  cases: Pick<ReportCases, 'closeOpen'>;
};

/**
 * All texts of an account, hidden and brought back by one decision. Each text is one transaction. The transaction of the
 * decision queues the job, so that a process that is killed in between leaves nothing half done.
 */
export function createHiddenTexts({ db, jobs, accounts, posts, comments, cases }: Deps) {
  const queueHiding = (tx: Db, id: number, by: number): Promise<void> =>
    jobs.add(tx, hideTextsJob, { id, by });
  const queueRestoring = (tx: Db, id: number, by: number): Promise<void> =>
    jobs.add(tx, restoreTextsJob, { id, by });

  /** Hides the texts that are public now and stores which. */
  async function hide(moderator: User, decision: Decision, limit = inRequest): Promise<void> {
    for (let done = 0; done < limit; ) {
      const texts = await listPublic(decision.accountId);
      let hiddenCount = 0;
      for (const text of texts) {
        const result = await hideOne(moderator, decision, text);
        if (result === 'ended') return;
        if (result === 'hidden') hiddenCount += 1;
      }
      done += texts.length;
      // The others stay public: somebody has restored them since.
      if (texts.length < batchSize || hiddenCount === 0) return;
    }
  }

  async function listPublic(accountId: number) {
    const ids = await posts.listPublicIds(accountId, batchSize);
    const commentIds = await comments.listActiveIds(accountId, batchSize - ids.length);
    return [
      ...ids.map((id) => ({ kind: 'post' as const, id })),
      ...commentIds.map((id) => ({ kind: 'comment' as const, id })),
    ];
  }

  async function hideOne(
    moderator: User,
    { id: decisionId, reason }: Decision,
    { kind, id }: { kind: 'post' | 'comment'; id: number },
  ): Promise<'hidden' | 'left' | 'ended'> {
    try {
      return await inTransaction(db, async (tx) => {
        if (await store.hasHiddenText(tx, decisionId, { kind, id })) return 'left';
        const hidden = await (kind === 'post' ? posts : comments).hideIn(tx, moderator, id, reason);
        // The lock of the decision is the last one, as where it is ended.
        if (hidden && !(await store.lockActive(tx, decisionId))) throw new DecisionEndedError();
        if (!hidden) return 'left';
        await store.addHiddenText(tx, decisionId, { kind, id, hiddenAt: hidden.at });
        await cases.closeOpen(tx, { kind, id }, { by: moderator.id, outcome: 'hidden' });
        return 'hidden';
      });
    } catch (error) {
      if (error instanceof DecisionEndedError) return 'ended';
      // The author has deleted or withdrawn the text in the meantime.
      const isGone = error instanceof AppError && (error.kind === 'notFound' || error.kind === 'invalid');
      if (!isGone) throw error;
      return 'left';
    }
  }

  /** Brings the texts back that the decision has hidden and nobody has touched since. */
  async function restore(moderator: User, decisionId: number, limit = inRequest): Promise<void> {
    for (let done = 0; done < limit; ) {
      const texts = await store.listHiddenTexts(db, decisionId, batchSize);
      for (const { kind, id } of texts)
        await inTransaction(db, (tx) => (kind === 'post' ? posts : comments).restoreIn(tx, moderator, id));
      done += texts.length;
      if (texts.length < batchSize) return;
    }
  }

  /** Continues a request; stops if the moderator may no longer moderate. */
  const continueAs = async (by: number, work: (moderator: User) => Promise<void>): Promise<void> => {
    const moderator = await accounts.asModerator(by);
    if (moderator) await work(moderator);
  };

  return {
    queueHiding,
    queueRestoring,
    hide,
    restore,
    continueHiding: async (id: number, by: number): Promise<void> => {
      const decision = await store.findDecision(db, id);
      if (decision && !decision.ended)
        await continueAs(by, (moderator) => hide(moderator, decision, Number.POSITIVE_INFINITY));
    },
    continueRestoring: (id: number, by: number): Promise<void> =>
      continueAs(by, (moderator) => restore(moderator, id, Number.POSITIVE_INFINITY)),
  };
}
