import { clientFlagsOf, isStaffPermission, permissionsOf } from '#contract/permissions.ts';
import * as contract from '#contract/staff.ts';
import type { User } from '#server/platform/actor.ts';
import { type Operation, ok, operation } from '#server/platform/http/operation.ts';
import {
  type AccountModeration,
  getRefusalReason,
  type ModeratedAccount,
} from './account-moderation-service.ts';
import { presentAuthor } from './account-presenter.ts';

type Deps = { moderation: AccountModeration; publicUrl: string };

export function accountModerationRoutes({ moderation, publicUrl }: Deps): Operation[] {
  const present = (moderator: User, { account, last }: ModeratedAccount): contract.ModeratedAccount => ({
    ...presentAuthor(account, publicUrl),
    is_active: account.isActive,
    ...clientFlagsOf(account),
    role: account.role,
    permissions: [...permissionsOf(account)].filter(isStaffPermission),
    created_at: account.createdAt.toISOString(),
    can_change: getRefusalReason(moderator, account) === undefined,
    disabled:
      !account.isActive && last?.action === 'disable-account'
        ? { at: last.at.toISOString(), by: last.by && presentAuthor(last.by, publicUrl), reason: last.reason }
        : null,
  });
  return [
    operation(contract.getModeratedAccount, {
      handle: async ({ actor, params }) => ok(present(actor, await moderation.get(params.id))),
    }),
    operation(contract.setAccountRole, {
      load: ({ params }) => moderation.get(params.id),
      handle: async ({ actor, body }, found) =>
        ok(present(actor, await moderation.setRole(actor, found, body.role))),
    }),
    operation(contract.disableAccount, {
      load: ({ actor, params }) => moderation.getForChange(actor, params.id),
      handle: async ({ actor, body }, found) =>
        ok(present(actor, await moderation.disable(actor, found, { ...body, rule: body.rule ?? null }))),
    }),
    operation(contract.enableAccount, {
      load: ({ actor, params }) => moderation.getForChange(actor, params.id),
      handle: async ({ actor, body }, found) =>
        ok(present(actor, await moderation.enable(actor, found, body.reason ?? ''))),
    }),
  ];
}
