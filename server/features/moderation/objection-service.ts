import { objectionsPerDay } from '#contract/objections.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
import type { Comments } from '#server/features/comments/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import { badRequest, forbidden, notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import { type Decision, objectionDeadline, type QueuedObjection } from './decision.ts';
import type { Decisions } from './decision-service.ts';
import * as decisionStore from './decision-store.ts';
import * as store from './objection-store.ts';
import { lockAccounts, lockSender } from './report-store.ts';
import type { Sanctions } from './sanction-service.ts';

const dayMs = 24 * 3_600_000;

export type Obstacle = 'first' | 'nobody-else' | 'own' | null;
export type StaffObjection = QueuedObjection & { decision: Decision; obstacle: Obstacle };
type Ruling = { outcome: 'upheld' | 'overturned'; reason: string };
type Query = {
  state?: 'open' | 'closed' | undefined;
  page?: string | undefined;
  page_size?: string | undefined;
};
export type Objections = ReturnType<typeof createObjections>;
type Deps = {
  db: Db;
  clock: Clock;
  audit: Audit;
  accounts: Pick<Accounts, 'requireStanding' | 'sanctions'>;
  posts: Pick<Posts, 'restoreIn'>;
  comments: Pick<Comments, 'restoreIn'>;
  decisions: Pick<Decisions, 'get' | 'end' | 'notify'>;
  sanctions: Pick<Sanctions, 'endIn' | 'finishEnd'>;
};

/** One objection to each decision, which another moderator than the first decides. */
export function createObjections(deps: Deps) {
  const { db, clock, audit, accounts, posts, comments, decisions, sanctions } = deps;

  /** A decision about the account; 404 for one about others. */
  async function getOwn(author: User, id: string): Promise<Decision> {
    const decision = await decisions.get(id);
    if (decision.accountId !== author.id) throw notFound('moderation.decisionUnknown');
    return decision;
  }

  /** Stores the objection; 400 if there is one, if it is too late, or above the limit. */
  async function object(author: User, { id }: Decision, text: string): Promise<Decision> {
    return inTransaction(db, async (tx) => {
      await lockSender(tx, author.id);
      await lockAccounts(tx, [author.id]);
      await decisionStore.lockActive(tx, id);
      const createdAt = clock.now();
      const decision = await decisions.get(id, tx);
      if (decision.objection) throw badRequest('objections.once');
      if (!objectionDeadline(decision, createdAt)) throw badRequest('objections.tooLate');
      const since = new Date(createdAt.getTime() - dayMs);
      if ((await store.countObjectionsOf(tx, author.id, since)) >= objectionsPerDay)
        throw badRequest('objections.tooMany');
      await store.insertObjection(tx, { decisionId: id, accountId: author.id, text, createdAt });
      return decisions.get(id, tx);
    });
  }

  async function list(
    moderator: User,
    { state = 'open', ...query }: Query,
  ): Promise<{ objections: StaffObjection[]; count: number; page: Page }> {
    const isOpen = state === 'open';
    const count = await store.countObjections(db, isOpen);
    const page = pageOf(query, count);
    const objections = await withDecisions(moderator, await store.listObjections(db, isOpen, page));
    return { objections, count, page };
  }

  async function get(moderator: User, id: string): Promise<StaffObjection> {
    const objectionId = parseId(id);
    const found = objectionId === undefined ? [] : await store.findObjections(db, [objectionId]);
    const [objection] = await withDecisions(moderator, found);
    if (!objection) throw notFound('objections.unknown');
    return objection;
  }

  async function withDecisions(moderator: User, found: QueuedObjection[]): Promise<StaffObjection[]> {
    const byId = await decisionStore.findDecisions(
      db,
      found.map(({ decisionId }) => decisionId),
    );
    const isFirst = [...byId.values()].some((decision) => decision.moderator?.id === moderator.id);
    // Three are enough to find one who is neither the first moderator nor the person concerned.
    const moderators = isFirst ? await store.listModerators(db, 3) : [];
    return found.flatMap((objection) => {
      const decision = byId.get(objection.decisionId);
      return decision
        ? [{ ...objection, decision, obstacle: obstacleOf(moderator, decision, moderators) }]
        : [];
    });
  }

  /** Decides an objection; 400 if it is decided or its decision has ended, 403 for the first moderator. */
  async function decide(
    moderator: User,
    { id, decision, obstacle }: StaffObjection,
    ruling: Ruling,
  ): Promise<StaffObjection> {
    if (obstacle) throw forbidden(obstacle === 'own' ? 'objections.own' : 'objections.first');
    await inTransaction(db, async (tx) => {
      const { outcome, reason } = ruling;
      const decideOpen = async () => {
        await decisionStore.lockActive(tx, decision.id);
        if (!(await store.lockOpenObjection(tx, id))) throw badRequest('objections.closed');
        await store.markDecided(tx, id, { ...ruling, at: clock.now(), by: moderator.id });
      };
      if (outcome === 'overturned') await overturn(tx, moderator, decision, { reason, decideOpen });
      else {
        await requireMayDecide(tx, moderator, decision);
        await decideOpen();
        await decisions.notify(tx, 'objection_upheld', decision, reason);
      }
      await audit.record(tx, {
        action: 'objection.decide',
        target: decision.target,
        after: { decision: decision.id, outcome, reason },
      });
    });
    if (ruling.outcome === 'overturned') await sanctions.finishEnd(moderator, decision);
    return get(moderator, String(id));
  }

  /** Takes the decision back. Locks are taken in the order text, accounts, decision, objection. */
  async function overturn(
    tx: Db,
    moderator: User,
    decision: Decision,
    { reason, decideOpen }: { reason: string; decideOpen: () => Promise<void> },
  ): Promise<void> {
    const { kind, id } = decision.target;
    const ending = { by: moderator.id, reason, kind: 'objection_overturned' as const };
    if (kind === 'account') {
      await requireMayDecide(tx, moderator, decision);
      await decideOpen();
      await sanctions.endIn(tx, moderator, decision, ending);
    } else {
      // A text that its author has deleted stays so; the decision ends all the same.
      await (kind === 'post' ? posts : comments).restoreIn(tx, moderator, id);
      await requireMayDecide(tx, moderator, decision);
      await decideOpen();
      await decisions.end(tx, decision, ending);
    }
  }

  /** Locks the accounts concerned; 401 or 403 for one who may not moderate now. */
  async function requireMayDecide(tx: Db, moderator: User, { target, accountId }: Decision): Promise<void> {
    if (target.kind === 'account') return accounts.sanctions.lock(tx, moderator, accountId);
    await lockAccounts(tx, [moderator.id, accountId]);
    await accounts.requireStanding(tx, moderator, 'content.moderate');
  }

  return { getOwn, object, list, get, decide };
}

/** Why the moderator may not decide an objection to the decision. */
function obstacleOf(moderator: User, decision: Decision, moderators: number[]): Obstacle {
  if (decision.accountId === moderator.id) return 'own';
  if (decision.moderator?.id !== moderator.id) return null;
  const hasOther = moderators.some((id) => id !== moderator.id && id !== decision.accountId);
  return hasOther ? 'first' : 'nobody-else';
}
