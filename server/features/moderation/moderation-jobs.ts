import { z } from 'zod';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { SiteIdentity } from '#server/platform/site-identity.ts';
import { createDecisionMail } from './decision-mail.ts';
import { decisionMailJob, decisionNotifications } from './decision-service.ts';
import { findDecision } from './decision-store.ts';
import type { FloodWatch } from './flood-service.ts';
import { type HiddenTexts, hideTextsJob, restoreTextsJob } from './hidden-texts-service.ts';
import type { Publication } from './publication-service.ts';
import { type ReportCases, reportOutcomeJob } from './report-case-service.ts';
import type { Sanctions } from './sanction-service.ts';

type Deps = {
  db: Db;
  mail: Pick<Mail, 'send'>;
  accounts: Pick<Accounts, 'find'>;
  clock: Clock;
  identity: SiteIdentity;
  publicUrl: string;
  sanctions: Pick<Sanctions, 'endOverdue'>;
  hiddenTexts: HiddenTexts;
  cases: Pick<ReportCases, 'notifyOfOutcome' | 'closeGone'>;
  publication: Pick<Publication, 'sweepCounts'>;
  floods: Pick<FloodWatch, 'watch'>;
};

const mailPayload = z.object({ id: z.number(), kind: z.enum(decisionNotifications) });
const textsPayload = z.object({ id: z.number(), by: z.number() });

/** The mails about decisions, the rest of long lists of texts, and the end of disabling sanctions. */
export function moderationJobs({
  db,
  clock,
  mail,
  accounts,
  identity,
  publicUrl,
  ...deps
}: Deps): JobHandler[] {
  async function sendMail(data: unknown): Promise<void> {
    const { id, kind } = mailPayload.parse(data);
    const decision = await findDecision(db, id);
    const account = decision && (await accounts.find(decision.accountId));
    if (!decision || !account) return;
    const { username, isActive } = account;
    const now = clock.now();
    const content = createDecisionMail(decision, { username, isActive, identity, publicUrl, kind, now });
    await mail.send({ id: `${kind}-${id}`, to: account.email, ...content });
  }

  return [
    { name: decisionMailJob, jobClass: 'mail', run: sendMail },
    {
      name: hideTextsJob,
      jobClass: 'heavy',
      run: async (data) => {
        const { id, by } = textsPayload.parse(data);
        await deps.hiddenTexts.continueHiding(id, by);
      },
    },
    {
      name: restoreTextsJob,
      jobClass: 'heavy',
      run: async (data) => {
        const { id, by } = textsPayload.parse(data);
        await deps.hiddenTexts.continueRestoring(id, by);
      },
    },
    {
      name: reportOutcomeJob,
      run: async (data) => deps.cases.notifyOfOutcome(z.object({ id: z.number() }).parse(data).id),
    },
    { name: 'moderation.closeGone', cron: '* * * * *', run: () => deps.cases.closeGone() },
    { name: 'publication.watchFlow', cron: '*/5 * * * *', run: () => deps.floods.watch() },
    { name: 'publication.sweepCounts', cron: '5 0 * * *', run: () => deps.publication.sweepCounts() },
    { name: 'moderation.endOverdue', cron: '* * * * *', run: () => deps.sanctions.endOverdue() },
  ];
}
