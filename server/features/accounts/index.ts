import type { Media } from '#server/features/media/index.ts';
import type { Authenticate } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { Log } from '#server/platform/log.ts';
import { createAccessTokens } from './access-token.ts';
import { accountRoutes } from './account-routes.ts';
import { type AccountService, createAccountService } from './account-service.ts';
import { createPasswords } from './passwords.ts';
import { createSessions } from './session-service.ts';

export { mixesAlphabets, passwordProblem } from './account.ts';
export { presentAuthor } from './account-presenter.ts';

export type Accounts = AccountService & { authenticate: Authenticate; operations: Operation[] };

type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  media: Media;
  publicUrl: string;
  jwtSecret: string;
  passwordHashing: { parallel: number; queue: number };
};

export function createAccounts({
  db,
  clock,
  log,
  media,
  publicUrl,
  jwtSecret,
  passwordHashing,
}: Deps): Accounts {
  const sessions = createSessions({
    db,
    clock,
    log,
    accessTokens: createAccessTokens({ secret: jwtSecret, clock }),
  });
  const accounts = createAccountService({
    db,
    clock,
    media,
    sessions,
    passwords: createPasswords(passwordHashing),
  });
  return {
    ...accounts,
    authenticate: sessions.authenticate,
    operations: accountRoutes({ accounts, sessions, publicUrl }),
  };
}
