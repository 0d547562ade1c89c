import { randomUUID } from 'node:crypto';
import type { FeedbackKind } from '#contract/site.ts';
import type { Actor } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import { renderFeedbackEmail } from './feedback-mail.ts';
import * as store from './feedback-store.ts';

export const feedbackJob = 'site.send-feedback';

const unsentRetentionMs = 30 * 24 * 3_600_000;

export type FeedbackInput = { name: string; email: string; kind: FeedbackKind; message: string };

export type FeedbackService = ReturnType<typeof createFeedbackService>;
type Deps = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  mail: Pick<Mail, 'send'>;
  limits: RateLimits;
  siteName: string;
  /** The address of the editors. */
  feedbackEmail: string;
};

/** Feedback to the editors, stored only until the email has been sent. */
export function createFeedbackService({ db, clock, jobs, mail, limits, siteName, feedbackEmail }: Deps) {
  async function receive(actor: Actor, input: FeedbackInput, network: string | undefined): Promise<void> {
    await limits.take('feedback', network);
    const id = randomUUID();
    const accountId = actor.kind === 'user' ? actor.id : null;
    await inTransaction(db, async (tx) => {
      await store.insertFeedback(tx, { ...input, id, accountId, createdAt: clock.now() });
      await jobs.add(tx, feedbackJob, { id });
    });
  }

  async function send(id: string): Promise<void> {
    const feedback = await store.findFeedback(db, id);
    if (!feedback) return;
    await mail.send({
      id,
      to: feedbackEmail,
      replyTo: feedback.email,
      ...renderFeedbackEmail({ ...feedback, siteName }),
    });
    await store.deleteFeedback(db, id);
  }

  /** Deletes feedback whose email could not be sent and is no longer retried. */
  const sweep = (): Promise<void> =>
    store.deleteOldFeedback(db, new Date(clock.now().getTime() - unsentRetentionMs));

  return { receive, send, sweep };
}
