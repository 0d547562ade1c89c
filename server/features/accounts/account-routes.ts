import type { z } from 'zod';
import * as contract from '#contract/auth.ts';
import { getUser } from '#contract/users.ts';
import type { User } from '#server/platform/actor.ts';
import { created, type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { type PresentProfile, presentAuthorProfile } from './account-presenter.ts';
import type { AccountService } from './account-service.ts';
import { getCaller, getCallerNetwork } from './caller.ts';
import type { ProfileChanges } from './profile-service.ts';
import type { Recovery } from './recovery-service.ts';
import type { Sessions } from './session-service.ts';

type Deps = {
  accounts: AccountService;
  sessions: Sessions;
  recovery: Recovery;
  presentProfile: PresentProfile;
  publicUrl: string;
};

export function accountRoutes({ recovery, ...deps }: Deps): Operation[] {
  return [...sessionRoutes(deps), ...profileRoutes(deps), ...recoveryRoutes(recovery)];
}

function sessionRoutes({ accounts, sessions, presentProfile }: Omit<Deps, 'recovery'>): Operation[] {
  return [
    operation(contract.register, {
      handle: async ({ body, origin }) => {
        const { account, tokens } = await accounts.register({
          username: body.username,
          email: body.email,
          password: body.password,
          confirmation: body.password2,
          firstName: body.first_name ?? '',
          lastName: body.last_name ?? '',
          isTrapped: Boolean(body.homepage),
          caller: await getCaller(origin),
        });
        const user = presentProfile(account);
        return created({ user, ...tokens, message: 'User registered successfully' });
      },
    }),
    operation(contract.login, {
      handle: async ({ body: { email: login, password, second_factor_code: code }, origin }) => {
        const { account, tokens } = await accounts.login({
          login,
          password,
          code,
          caller: await getCaller(origin),
        });
        const user = presentProfile(account);
        return ok({ user, ...tokens, message: 'User login successfully' });
      },
    }),
    operation(contract.refreshToken, {
      handle: async ({ body }) => ok(await sessions.refresh(body.refresh)),
    }),
    operation(contract.logout, {
      handle: async ({ actor, body }) => {
        await sessions.close(actor, body.refresh_token ?? undefined);
        return ok({ message: 'Logout successful' });
      },
    }),
  ];
}

function profileRoutes({
  accounts,
  presentProfile,
  publicUrl,
}: Omit<Deps, 'recovery' | 'sessions'>): Operation[] {
  const updateProfile = async ({ actor, body }: { actor: User; body: ProfileBody }) => {
    const account = await accounts.updateProfile(actor, toChanges(body));
    return ok(presentProfile(account));
  };
  return [
    operation(contract.getProfile, {
      handle: async ({ actor }) => ok(presentProfile(await accounts.get(actor.id))),
    }),
    operation(getUser, {
      handle: async ({ actor, params }) => {
        const account = await accounts.getByUsername(params.username);
        return ok(presentAuthorProfile(account, { actor, publicUrl }));
      },
    }),
    operation(contract.replaceProfile, { handle: updateProfile }),
    operation(contract.updateProfile, { handle: updateProfile }),
    operation(contract.changePassword, {
      handle: async ({ actor, body }) => {
        const { old_password: oldPassword, new_password: newPassword, new_password2: confirmation } = body;
        await accounts.changePassword(actor, { oldPassword, newPassword, confirmation });
        return ok({ message: 'Password changed successfully' });
      },
    }),
  ];
}

function recoveryRoutes(recovery: Recovery): Operation[] {
  return [
    operation(contract.verifyEmail, {
      handle: async ({ body }) => {
        await recovery.verifyEmail(body.token);
        return ok({ message: 'Email verified successfully' });
      },
    }),
    operation(contract.resendVerification, {
      handle: async ({ actor, origin }) => {
        await recovery.resendVerification(actor, getCallerNetwork(origin));
        return ok({ message: 'Verification email sent' });
      },
    }),
    operation(contract.requestPasswordReset, {
      handle: async ({ body, origin }) => {
        await recovery.requestPasswordReset(body.email, getCallerNetwork(origin));
        return ok({ message: 'Password reset email sent if the account exists' });
      },
    }),
    operation(contract.confirmPasswordReset, {
      handle: async ({ body: { token, new_password: newPassword, new_password2: confirmation } }) => {
        await recovery.resetPassword({ token, newPassword, confirmation });
        return ok({ message: 'Password reset successfully' });
      },
    }),
  ];
}

type ProfileBody = z.output<typeof contract.profileBody>;

const toChanges = (body: ProfileBody): ProfileChanges => ({
  firstName: body.first_name ?? undefined,
  lastName: body.last_name ?? undefined,
  bio: body.bio ?? undefined,
  avatar: body.avatar,
});
