import * as contract from '#contract/security.ts';
import type { User } from '#server/platform/actor.ts';
import { created, noContent, type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import type { PresentProfile } from './account-presenter.ts';
import type { AccountService } from './account-service.ts';
import { getCaller, getCallerNetwork } from './caller.ts';
import type { AccountDeletions } from './deletion-service.ts';
import type { EmailChanges } from './email-change-service.ts';
import type { IdentityConfirmation } from './identity-confirmation-service.ts';
import type { Passkeys } from './passkey-service.ts';
import type { SecondFactors } from './second-factor-service.ts';
import type { SecurityOverview } from './security-overview-service.ts';
import { presentOverview, presentSession } from './security-presenter.ts';
import type { SessionList } from './session-list-service.ts';

type Deps = {
  accounts: Pick<AccountService, 'loginWithPasskey'>;
  overview: SecurityOverview;
  confirmation: IdentityConfirmation;
  sessionList: SessionList;
  factors: SecondFactors;
  passkeys: Passkeys;
  emailChanges: EmailChanges;
  deletions: AccountDeletions;
  presentProfile: PresentProfile;
  publicUrl: string;
};

export function securityRoutes(deps: Deps): Operation[] {
  return [
    ...identityRoutes(deps),
    ...sessionListRoutes(deps),
    ...codeRoutes(deps),
    ...passkeyRoutes(deps),
    ...emailChangeRoutes(deps),
    ...deletionRoutes(deps),
  ];
}

const identityRoutes = ({ overview, confirmation }: Deps): Operation[] => [
  operation(contract.getSecurity, {
    handle: async ({ actor }) => ok(presentOverview(await overview.get(actor))),
  }),
  operation(contract.confirmIdentity, {
    handle: async ({ actor, body: { password, second_factor_code: code, passkey } }) => {
      const until = await confirmation.confirm(actor, { password, code, passkey });
      return ok({ confirmed_until: until.toISOString() });
    },
  }),
];

const sessionListRoutes = ({ sessionList, publicUrl }: Deps): Operation[] => [
  operation(contract.listSessions, {
    handle: async ({ actor, query, rawQuery, path }) => {
      const { page, count, sessions } = await sessionList.list(actor, query);
      return ok({
        count,
        ...pageLinks({ publicUrl, path, query: rawQuery }, page, count),
        results: sessions.map((session) => presentSession(session, actor.sessionId)),
      });
    },
  }),
  operation(contract.endSession, {
    handle: async ({ actor, params }) => {
      await sessionList.end(actor, params.id);
      return noContent();
    },
  }),
  operation(contract.endOtherSessions, {
    handle: async ({ actor }) => {
      await sessionList.endOthers(actor);
      return ok({ message: 'Other sessions ended' });
    },
  }),
];

const codeRoutes = ({ factors }: Deps): Operation[] => [
  operation(contract.startTotp, { handle: async ({ actor }) => ok(await factors.startTotp(actor)) }),
  operation(contract.enableTotp, {
    handle: async ({ actor, body }) =>
      ok({ recovery_codes: await factors.enableTotp(actor, body.second_factor_code) }),
  }),
  operation(contract.disableTotp, {
    handle: async ({ actor }) => {
      await factors.disableTotp(actor);
      return noContent();
    },
  }),
  operation(contract.createRecoveryCodes, {
    handle: async ({ actor }) => ok({ recovery_codes: await factors.replaceCodes(actor) }),
  }),
];

function passkeyRoutes({ accounts, passkeys, presentProfile }: Deps): Operation[] {
  const remove = async ({ actor, params }: { actor: User; params: { id: string } }) => {
    await passkeys.remove(actor, params.id);
    return noContent();
  };
  return [
    operation(contract.getPasskeyOptions, {
      handle: async ({ actor }) => ok(await passkeys.createRegistrationOptions(actor)),
    }),
    operation(contract.createPasskey, {
      handle: async ({ actor, body: { name, passkey: response } }) =>
        created({ recovery_codes: await passkeys.register(actor, { response, name }) }),
    }),
    operation(contract.renamePasskey, {
      load: ({ actor, params }) => passkeys.findOwn(actor, params.id),
      handle: async ({ actor, body }, { id }) => {
        await passkeys.rename(actor, id, body.name);
        return noContent();
      },
    }),
    operation(contract.deletePasskey, { handle: remove }),
    operation(contract.getPasskeyLoginOptions, {
      handle: async () => ok(await passkeys.createLoginOptions()),
    }),
    operation(contract.loginWithPasskey, {
      handle: async ({ body, origin }) => {
        const { account, tokens } = await accounts.loginWithPasskey(body.passkey, await getCaller(origin));
        return ok({ user: presentProfile(account), ...tokens, message: 'User login successfully' });
      },
    }),
  ];
}

const emailChangeRoutes = ({ emailChanges }: Deps): Operation[] => [
  operation(contract.requestEmailChange, {
    handle: async ({ actor, body, origin }) => {
      await emailChanges.request(actor, body.email, getCallerNetwork(origin));
      return ok({ message: 'Confirmation emails sent' });
    },
  }),
  operation(contract.cancelEmailChange, {
    handle: async ({ actor }) => {
      await emailChanges.cancel(actor);
      return noContent();
    },
  }),
  operation(contract.confirmEmailChange, {
    handle: async ({ body }) => ok({ is_changed: await emailChanges.confirm(body.token) }),
  }),
];

const deletionRoutes = ({ deletions }: Deps): Operation[] => [
  operation(contract.requestAccountDeletion, {
    handle: async ({ actor, body }) => {
      const { dueAt, texts } = await deletions.request(actor, body.texts);
      return ok({ due_at: dueAt.toISOString(), texts });
    },
  }),
  operation(contract.cancelAccountDeletion, {
    handle: async ({ actor }) => {
      await deletions.cancel(actor);
      return noContent();
    },
  }),
];
