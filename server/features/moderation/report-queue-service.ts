import type { DecisionTarget } from '#contract/moderation.ts';
import type { RuleId } from '#contract/rules.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
import type { Comments } from '#server/features/comments/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import { AppError, badRequest, forbidden, notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import type { Decisions } from './decision-service.ts';
import type { ReportCase } from './report-case.ts';
import type { ReportCases } from './report-case-service.ts';
import * as queueStore from './report-queue-store.ts';
import * as store from './report-store.ts';

export type CaseQuery = {
  state?: 'open' | 'closed' | undefined;
  kind?: DecisionTarget | undefined;
  rule?: RuleId | undefined;
  assignee?: 'me' | 'nobody' | undefined;
  page?: string | undefined;
  page_size?: string | undefined;
};
export type CaseDecision = { outcome: 'hide' | 'leave'; rule: RuleId | null; reason: string };
export type ReportQueue = ReturnType<typeof createReportQueue>;
type Deps = {
  db: Db;
  clock: Clock;
  audit: Audit;
  accounts: Pick<Accounts, 'requireStanding'>;
  posts: Pick<Posts, 'hideIn'>;
  comments: Pick<Comments, 'hideIn'>;
  decisions: Pick<Decisions, 'add' | 'textModeration'>;
  cases: Pick<ReportCases, 'close'>;
};

/** The queue of moderators. The first decision about a case counts. */
export function createReportQueue({ db, clock, audit, accounts, posts, comments, decisions, cases }: Deps) {
  async function list(
    moderator: User,
    { state = 'open', kind, rule, assignee, ...query }: CaseQuery,
  ): Promise<{ cases: ReportCase[]; count: number; page: Page }> {
    const filters = { isOpen: state === 'open', kind, rule, assignee, moderatorId: moderator.id };
    const count = await queueStore.countCases(db, filters);
    const page = pageOf(query, count);
    return { cases: await queueStore.listCases(db, filters, page), count, page };
  }

  async function get(id: string): Promise<ReportCase> {
    const caseId = parseId(id);
    const found = caseId === undefined ? undefined : await queueStore.findCase(db, caseId);
    if (!found) throw notFound('reports.caseUnknown');
    return found;
  }

  /** Takes a case or releases it; 400 for one that is closed or that another moderator has taken. */
  async function assign(moderator: User, { id }: ReportCase, isAssigned: boolean): Promise<ReportCase> {
    await inTransaction(db, async (tx) => {
      await accounts.requireStanding(tx, moderator, 'content.moderate');
      const found = await lockOpen(tx, id);
      if (found.assigneeId !== null && found.assigneeId !== moderator.id) throw badRequest('reports.taken');
      if ((found.assigneeId === moderator.id) === isAssigned) return;
      await store.setAssignee(tx, id, isAssigned ? moderator.id : null);
      await audit.record(tx, {
        action: 'report.assign',
        target: { kind: found.kind, id: found.id, name: found.name },
        after: { case: id, assigned: isAssigned },
      });
    });
    return get(String(id));
  }

  /** Decides a case: 400 if it is closed, 403 if it is about the moderator. A text that is gone closes it as gone. */
  async function decide(moderator: User, reported: ReportCase, decision: CaseDecision): Promise<ReportCase> {
    if (reported.target.accountId === moderator.id) throw forbidden('reports.ownCase');
    await inTransaction(db, (tx) =>
      decision.outcome === 'hide'
        ? hide(tx, moderator, reported, decision)
        : leave(tx, moderator, reported, decision),
    );
    return get(String(reported.id));
  }

  async function hide(
    tx: Db,
    moderator: User,
    { id, target }: ReportCase,
    { rule, reason }: CaseDecision,
  ): Promise<void> {
    if (target.kind === 'account') throw badRequest('reports.notText');
    const slice = target.kind === 'post' ? posts : comments;
    const hidden = await slice.hideIn(tx, moderator, target.id, reason).catch((error: unknown) => {
      // The author has deleted or withdrawn it.
      if (error instanceof AppError && (error.kind === 'notFound' || error.kind === 'invalid'))
        return undefined;
      throw error;
    });
    await lockOpen(tx, id);
    if (!hidden) return cases.close(tx, id, { by: moderator.id, outcome: 'gone' });
    const why = { moderatorId: moderator.id, rule, reason, at: hidden.at };
    await decisions.textModeration.onHidden(tx, hidden.text, why);
  }

  async function leave(
    tx: Db,
    moderator: User,
    { id }: ReportCase,
    { rule, reason }: CaseDecision,
  ): Promise<void> {
    await accounts.requireStanding(tx, moderator, 'content.moderate');
    const found = await lockOpen(tx, id);
    const target = { kind: found.kind, id: found.id, name: found.name };
    await decisions.add(tx, {
      action: 'leave',
      target,
      accountId: found.accountId,
      moderatorId: moderator.id,
      rule,
      reason,
      until: null,
      createdAt: clock.now(),
    });
    await audit.record(tx, { action: 'report.leave', target, after: { case: id, reason } });
  }

  async function lockOpen(tx: Db, caseId: number): Promise<store.LockedCase> {
    const found = await store.lockCase(tx, { caseId });
    if (!found) throw notFound('reports.caseUnknown');
    if (found.isClosed) throw badRequest('reports.closed');
    return found;
  }

  return { list, get, assign, decide };
}
