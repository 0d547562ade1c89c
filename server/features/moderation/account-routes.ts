import * as contract from '#contract/moderation.ts';
import { clientFlagsOf, isStaffPermission, permissionsOf } from '#contract/permissions.ts';
import { type Accounts, presentAuthor } from '#server/features/accounts/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { forbidden, notFound } from '#server/platform/errors.ts';
import { created, type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import { parseId } from '#server/platform/id.ts';
import { canBeEnded, type Decision } from './decision.ts';
import { presentDecision, presentNote, presentStaffDecision } from './decision-presenter.ts';
import type { Decisions } from './decision-service.ts';
import type { Notes } from './note-service.ts';
import type { Sanctions } from './sanction-service.ts';

type Deps = {
  accounts: Pick<Accounts, 'find' | 'listForModerators' | 'sanctions'>;
  decisions: Decisions;
  sanctions: Sanctions;
  notes: Notes;
  clock: Clock;
  publicUrl: string;
};

export function accountRoutes(deps: Deps): Operation[] {
  return [...listRoutes(deps), ...sanctionRoutes(deps)];
}

async function getAccount({ accounts }: Pick<Deps, 'accounts'>, id: string) {
  const accountId = parseId(id);
  const account = accountId === undefined ? undefined : await accounts.find(accountId);
  if (!account) throw notFound('moderation.accountUnknown');
  return account;
}

function listRoutes({ accounts, decisions, notes, clock, publicUrl }: Deps): Operation[] {
  return [
    operation(contract.listAccounts, {
      handle: async ({ query, path, rawQuery }) => {
        const found = await accounts.listForModerators(query);
        return ok({
          count: found.count,
          ...pageLinks({ publicUrl, path, query: rawQuery }, found.page, found.count),
          results: found.accounts.map((account) => ({
            ...presentAuthor(account, publicUrl),
            email: account.email,
            is_active: account.isActive,
            ...clientFlagsOf(account),
            role: account.role,
            permissions: [...permissionsOf(account)].filter(isStaffPermission),
            created_at: account.createdAt.toISOString(),
            posts_count: account.postsCount,
            comments_count: account.commentsCount,
            restrictions: account.restrictions,
          })),
        });
      },
    }),
    operation(contract.listAccountDecisions, {
      load: ({ params }) => getAccount({ accounts }, params.id),
      handle: async ({ actor, query, path, rawQuery }, account) => {
        const found = await decisions.listAbout(account.id, query);
        const mayChange = accounts.sanctions.mayChange(actor, account);
        const options = { now: clock.now(), publicUrl, mayChange };
        return ok({
          count: found.count,
          ...pageLinks({ publicUrl, path, query: rawQuery }, found.page, found.count),
          results: found.decisions.map((decision) => presentStaffDecision(decision, options)),
        });
      },
    }),
    operation(contract.listAccountNotes, {
      load: ({ params }) => getAccount({ accounts }, params.id),
      handle: async ({ query, path, rawQuery }, account) => {
        const found = await notes.list(account.id, query);
        return ok({
          count: found.count,
          ...pageLinks({ publicUrl, path, query: rawQuery }, found.page, found.count),
          results: found.notes.map((note) => presentNote(note, publicUrl)),
        });
      },
    }),
    operation(contract.listMyDecisions, {
      handle: async ({ actor, query, path, rawQuery }) => {
        const found = await decisions.listAbout(actor.id, query);
        return ok({
          count: found.count,
          ...pageLinks({ publicUrl, path, query: rawQuery }, found.page, found.count),
          results: found.decisions.map((decision) => presentDecision(decision, clock.now())),
        });
      },
    }),
  ];
}

function sanctionRoutes({ accounts, decisions, sanctions, notes, clock, publicUrl }: Deps): Operation[] {
  /** The account, if the moderator may sanction it; checked again in the transaction. */
  async function getForSanction(actor: User, id: string) {
    const account = await getAccount({ accounts }, id);
    const refusal = accounts.sanctions.refusalOf(actor, account);
    if (refusal) throw forbidden(refusal);
    return account;
  }
  async function getForEnd(actor: User, id: string): Promise<Decision> {
    const decision = await decisions.get(id);
    if (!canBeEnded(decision.action)) throw notFound('moderation.decisionUnknown');
    await getForSanction(actor, String(decision.accountId));
    return decision;
  }
  const present = (decision: Decision) =>
    presentStaffDecision(decision, { now: clock.now(), publicUrl, mayChange: true });
  return [
    operation(contract.sanctionAccount, {
      load: ({ actor, params }) => getForSanction(actor, params.id),
      handle: async ({ actor, body }, account) =>
        created(present(await sanctions.sanction(actor, account, body))),
    }),
    operation(contract.hideAccountTexts, {
      load: ({ actor, params }) => getForSanction(actor, params.id),
      handle: async ({ actor, body }, account) =>
        created(present(await sanctions.hideTexts(actor, account, body))),
    }),
    operation(contract.endDecision, {
      load: ({ actor, params }) => getForEnd(actor, params.id),
      handle: async ({ actor, body }, decision) =>
        ok(present(await sanctions.end(actor, decision, body.reason ?? ''))),
    }),
    operation(contract.addAccountNote, {
      load: ({ params }) => getAccount({ accounts }, params.id),
      handle: async ({ actor, body }, account) =>
        created(presentNote(await notes.add(actor, account, body.text), publicUrl)),
    }),
  ];
}
